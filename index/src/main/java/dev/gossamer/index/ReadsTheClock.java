package dev.gossamer.index;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Marks the one place where time enters; everything else has it passed in. The build checks that.
 */
@Retention(RetentionPolicy.CLASS)
@interface ReadsTheClock {}
