package dev.gossamer.cluster;

import dev.gossamer.crawl.ShardDoor;
import dev.gossamer.files.DamagedFileException;
import dev.gossamer.files.ReadsTheClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The shards of one node: takes those that the group proposes, hands them to the crawl, and
 * releases them. A thread of its own takes one after the other. Taking and releasing exclude each
 * other by the lock {@code taking}.
 */
@ReadsTheClock
final class NodeShards implements Shareholder {
    /** How long a node that was fenced may have had requests under way. */
    private static final Duration WAIT_OUT = Duration.ofSeconds(15);

    /** Before a shard that another node has is asked for once more. */
    private static final Duration RETRY = Duration.ofMillis(500);

    /** The same of one whose journal is damaged: somebody must mend it first. */
    private static final Duration MENDING = Duration.ofSeconds(60);

    /** Between two deletions of letters; longer than a life without acknowledgements lasts. */
    private static final Duration TRIM = Duration.ofSeconds(60);

    private static final Duration CLOSE_WAIT = Duration.ofSeconds(20);

    private final Path folder;
    private final ShardStore store;
    private final ShardDoor door;
    private final NodeLife life;
    private final Consumer<String> told;
    private final CompletableFuture<Mailroom> room;

    /** Why each shard could not be taken the last time: the same is not told again. */
    private final Map<Integer, String> obstacles = new ConcurrentHashMap<>();

    private final ScheduledThreadPoolExecutor takers = newTakers();
    private final Map<Integer, ClusterDisk> taken = new ConcurrentHashMap<>();

    /** Shards that an earlier life of this process found damaged. */
    private final Set<Integer> damaged;

    /** Shards that the group wants this node to have. */
    private final Set<Integer> wanted = ConcurrentHashMap.newKeySet();

    private final Object taking = new Object();
    private long trimmedNanos = System.nanoTime();
    private Map<Integer, Long> takenLetters = Map.of();

    /**
     * @param options of the node, in whose folder each shard has one
     * @param door of the crawl
     * @param room from which letters come, once the node is in the group
     * @param told hears of shards that come and go, a line each
     */
    NodeShards(
            ClusterNode.Options options,
            ShardStore store,
            ShardDoor door,
            CompletableFuture<Mailroom> room,
            NodeLife life,
            Consumer<String> told) {
        folder = options.folder();
        damaged = options.damaged();
        this.store = store;
        this.door = door;
        this.room = room;
        this.life = life;
        this.told = told;
    }

    /** One thread. What is to be done later is left when the node ends. */
    private static ScheduledThreadPoolExecutor newTakers() {
        var takers =
                new ScheduledThreadPoolExecutor(
                        1,
                        Thread.ofPlatform().name("taker").daemon().factory(),
                        new ThreadPoolExecutor.DiscardPolicy());
        takers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return takers;
    }

    @Override
    public void assigned(Collection<Integer> shards) {
        wanted.addAll(shards);
        for (int shard : shards) takers.execute(() -> take(shard));
    }

    private void take(int shard) {
        try {
            // What the scope of the crawl is must be known before its first page.
            if (life.awaitReady(RETRY)) takeNow(shard);
            else later(shard, Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeNow(int shard) {
        var wait = RETRY;
        synchronized (taking) {
            if (!wanted.contains(shard) || taken.containsKey(shard) || life.isEnding()) return;
            if (damaged.contains(shard)) return;
            try {
                var files = folderOf(shard);
                Files.createDirectories(files);
                switch (store.take(shard, files)) {
                    case Taking.Taken it -> {
                        adopt(shard, it);
                        return;
                    }
                    case Taking.Refused refused -> cannotTake(shard, refused.owner() + " has it");
                }
            } catch (IOException e) {
                cannotTake(shard, String.valueOf(e.getMessage()));
                if (e instanceof DamagedJournalException) wait = MENDING;
                if (e instanceof DamagedFileException && damaged.add(shard))
                    told.accept(
                            "shard %d is left alone until the node is started again; its state is not touched"
                                    .formatted(shard));
                if (life.isLost() || taken.containsKey(shard)) {
                    life.lose();
                    return;
                }
            }
        }
        later(shard, wait);
    }

    private Path folderOf(int shard) {
        return folder.resolve("shards").resolve("%04d".formatted(shard));
    }

    /**
     * Returns whether the thread that takes part in the group has ended. Then nobody would propose
     * shards to this node, nor bring it letters: this life ends.
     */
    boolean hasLeftTheGroup() {
        var failure = room.join().failure();
        if (failure.isEmpty()) return false;
        life.lose(KafkaFailure.of("cannot take part in the group of nodes", failure.get()), told);
        return true;
    }

    /** Returns the folder with the files of a shard, if this node has it. */
    Optional<Path> files(int shard) {
        return taken.containsKey(shard) ? Optional.of(folderOf(shard)) : Optional.empty();
    }

    private void cannotTake(int shard, String why) {
        if (why.equals(obstacles.put(shard, why))) return;
        told.accept("shard %d cannot be taken yet: %s".formatted(shard, why));
    }

    private void adopt(int shard, Taking.Taken it) throws IOException {
        obstacles.remove(shard);
        taken.put(shard, it.disk());
        long offset = door.adopt(shard, it.disk(), WAIT_OUT);
        room.join().open(shard, offset);
        told.accept(
                "shard %d taken%s, %,d bytes in %d ms"
                        .formatted(
                                shard,
                                it.wasFenced() && it.before().term() > 0
                                        ? " from a node that is gone"
                                        : "",
                                it.bytesRead(),
                                it.time().toMillis()));
    }

    private void later(int shard, Duration wait) {
        if (life.isEnding()) return;
        var _ = takers.schedule(() -> take(shard), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void revoked(Collection<Integer> shards) {
        wanted.removeAll(shards);
        if (life.isClosed()) return;
        synchronized (taking) {
            release(shards);
        }
    }

    /** All at once: each waits for its own requests. */
    private void release(Collection<Integer> shards) {
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int shard : shards) each.execute(() -> release(shard));
        }
    }

    private void release(int shard) {
        var disk = taken.get(shard);
        if (disk == null) return;
        try {
            door.release(shard);
            store.release(disk);
            taken.remove(shard);
            told.accept("shard %d released".formatted(shard));
        } catch (IOException e) {
            // Who takes it fences this node.
            told.accept("shard %d is not released: %s".formatted(shard, e.getMessage()));
            life.lose();
        }
    }

    @Override
    public void lost(Collection<Integer> shards) {
        told.accept("the group has given away shards " + shards);
        life.lose();
    }

    @Override
    public void mail(int shard, long nextOffset, byte[] value) {
        try {
            door.receive(shard, nextOffset, value);
            room.join().read(shard, value.length);
        } catch (IOException e) {
            if (!life.isClosed() && !life.isLeaving()) life.lose();
        }
    }

    /**
     * Deletes letters that were taken a while ago: they are in the journals of their shards, or
     * else this life had ended long since. To be called now and then by one thread.
     */
    void trimLetters() throws IOException {
        long now = System.nanoTime();
        if (now - trimmedNanos < TRIM.toNanos()) return;
        trimmedNanos = now;
        takenLetters.forEach(
                (shard, offset) -> {
                    if (offset > 0 && taken.containsKey(shard)) {
                        var _ = room.join().trim(shard, offset);
                    }
                });
        takenLetters = door.report().inbox();
    }

    /** Releases all shards, and takes none any more; no request is cut short. */
    void leave() {
        synchronized (taking) {
            if (life.isLeaving()) return;
            life.leave();
            wanted.clear();
            release(List.copyOf(taken.keySet()));
        }
    }

    /** Releases the shards that are left; the crawl has ended and closed their files. */
    void close() {
        takers.shutdown();
        try {
            if (!takers.awaitTermination(CLOSE_WAIT.toSeconds(), TimeUnit.SECONDS))
                told.accept("a shard is still being taken");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (life.isLost()) return;
        for (var disk : taken.values()) {
            try {
                store.release(disk);
            } catch (IOException e) {
                told.accept("a shard is not released: " + e.getMessage());
            }
        }
        taken.clear();
    }
}
