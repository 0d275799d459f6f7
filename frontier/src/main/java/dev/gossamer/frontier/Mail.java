package dev.gossamer.frontier;

/**
 * The way to shards that other processes have: a letter sent to a shard is handed to whoever has
 * it, at least once, and two letters from here arrive in their order. Owned by the frontier's
 * thread.
 */
public interface Mail {
    /** Sends a letter on its way; returns at once. */
    void send(int shard, byte[] letter);

    /** Returns how many letters have arrived since the first, with all that were sent before. */
    long arrived();
}
