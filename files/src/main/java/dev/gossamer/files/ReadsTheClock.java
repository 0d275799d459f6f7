package dev.gossamer.files;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A mark for the class or method through which the real time enters a module. Everything else gets
 * the time as an argument; the build refuses clock reads without this mark.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface ReadsTheClock {}
