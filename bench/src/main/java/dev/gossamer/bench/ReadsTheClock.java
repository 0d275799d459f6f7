package dev.gossamer.bench;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a class that measures time; the build refuses clock reads anywhere else. */
@Retention(RetentionPolicy.CLASS)
@interface ReadsTheClock {}
