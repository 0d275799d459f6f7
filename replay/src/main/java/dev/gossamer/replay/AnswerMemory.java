package dev.gossamer.replay;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that all answers may take together, from their making until they are written. */
public final class AnswerMemory {
    private final long most;
    private final AtomicLong free;

    public AnswerMemory(long bytes) {
        if (bytes < 0) throw new IllegalArgumentException("negative memory: " + bytes);
        most = bytes;
        free = new AtomicLong(bytes);
    }

    /** Opens the share of one answer, to be closed when that is written. */
    public Share open() {
        return new Share();
    }

    /** What one answer has of it. Owned by the thread of its request. */
    public final class Share implements AutoCloseable {
        private long taken;

        private Share() {}

        /** Returns whether there was so much left, which is this answer's then. */
        boolean take(long bytes) {
            if (free.addAndGet(-bytes) < 0) {
                free.addAndGet(bytes);
                return false;
            }
            taken += bytes;
            return true;
        }

        /** Returns whether so much could be taken if there were no other answer. */
        boolean mayTake(long bytes) {
            return taken + bytes <= most;
        }

        /** Gives back all but so much. */
        void reduceTo(long bytes) {
            long spare = Math.max(0, taken - bytes);
            free.addAndGet(spare);
            taken -= spare;
        }

        @Override
        public void close() {
            reduceTo(0);
        }
    }
}
