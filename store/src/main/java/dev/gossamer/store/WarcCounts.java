package dev.gossamer.store;

import java.util.concurrent.atomic.LongAdder;

/** The counts of what a store has written since it was opened. */
final class WarcCounts {
    final LongAdder captures = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder bytes = new LongAdder();
}
