package dev.gossamer.simweb;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the class through which the real time enters. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface ReadsTheClock {}
