package dev.gossamer.frontier;

/**
 * The right of this process to use the gate of an address or a domain. One shard in the whole
 * cluster has it at a time; all shards of the process that has that shard may use it.
 */
final class Place {
    private static final int NOBODY = -1;

    /** The same for everybody: an address, or {@code d:} and a domain. */
    final String key;

    /** The shard of this process that has it. */
    private int holder = NOBODY;

    /** The shard of this process that asked for it and waits. */
    private int asker = NOBODY;

    private boolean isRecalled;
    private boolean isUsed;
    private long grantedNanos;

    Place(String key) {
        this.key = key;
    }

    boolean isHeld() {
        return holder != NOBODY;
    }

    boolean isAsked() {
        return asker != NOBODY;
    }

    int holder() {
        return holder;
    }

    int asker() {
        return asker;
    }

    boolean isRecalled() {
        return isRecalled;
    }

    /** Whether something was begun there since it was granted. */
    boolean isUsed() {
        return isUsed;
    }

    long grantedNanos() {
        return grantedNanos;
    }

    /** Whether a request may be begun: after a recall one more, if there was none yet. */
    boolean isUsable() {
        return isHeld() && !(isRecalled && isUsed);
    }

    void asked(int shard) {
        asker = shard;
    }

    void granted(int shard, long nowNanos) {
        holder = shard;
        if (asker == shard) asker = NOBODY;
        isRecalled = false;
        isUsed = false;
        grantedNanos = nowNanos;
    }

    void recalled() {
        isRecalled = true;
    }

    void used() {
        isUsed = true;
    }

    void returned() {
        holder = NOBODY;
        isRecalled = false;
    }

    /** The shard goes to another process, and takes with it what it has and asked for. */
    void leaves(int shard) {
        if (holder == shard) returned();
        if (asker == shard) asker = NOBODY;
    }
}
