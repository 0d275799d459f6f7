package dev.gossamer.crawl;

/** What other threads bring to the crawl loop, in the order in which it comes. */
sealed interface Arrival permits Finished, Instruction {}
