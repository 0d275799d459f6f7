package dev.gossamer.fetch;

/** Marks the one place where real time enters; everything else is handed a source. */
@interface ReadsTheClock {}
