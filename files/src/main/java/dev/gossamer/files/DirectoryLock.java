package dev.gossamer.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The lock on a directory that only one owner in all processes can hold: a system lock on the file
 * {@code lock} in it. The system releases it when the process dies, so a lock never outlives its
 * owner.
 *
 * <p>POSIX locks belong to a process, not to a channel: when a process closes any channel of a
 * file, it loses every lock that it has on that file. So this class remembers the lock files that
 * this process has locked and never opens one of them a second time. Opening and closing a lock
 * file happens under one monitor, which also keeps a test of a lock in one thread from releasing
 * the lock that another thread has just taken.
 *
 * <p>Two bytes of the file are locked. The owner takes the first, and whoever fails to get it knows
 * that there is another owner. Then the owner waits for the second, which {@link #isLocked} tries
 * to lock for a moment; so asking whether a directory is locked never makes an owner fail.
 */
public final class DirectoryLock implements AutoCloseable {
    private static final String NAME = "lock";
    private static final long OWNER = 0;
    private static final long PRESENCE = 1;

    /** The identities of the lock files that this process has locked; also the monitor. */
    private static final Set<Object> HELD = new HashSet<>();

    private final Object identity;
    private final FileChannel channel;

    private DirectoryLock(Object identity, FileChannel channel) {
        this.identity = identity;
        this.channel = channel;
    }

    /**
     * Locks a directory that exists.
     *
     * @return empty when this or another process holds the lock
     */
    public static Optional<DirectoryLock> tryLock(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        synchronized (HELD) {
            if (isHeldHere(file)) return Optional.empty();
            var channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (channel.tryLock(OWNER, 1, false) != null) {
                    channel.lock(PRESENCE, 1, false);
                    var lock = new DirectoryLock(identity(file), channel);
                    HELD.add(lock.identity);
                    return Optional.of(lock);
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
            return Optional.empty();
        }
    }

    /**
     * Returns whether this or another process holds the lock, without taking it; needs no right to
     * write.
     */
    public static boolean isLocked(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        synchronized (HELD) {
            if (isHeldHere(file)) return true;
            try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                    var lock = channel.tryLock(PRESENCE, 1, true)) {
                return lock == null;
            } catch (NoSuchFileException e) {
                return false;
            }
        }
    }

    private static boolean isHeldHere(Path file) throws IOException {
        try {
            return HELD.contains(identity(file));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns what two paths of one file have in common: device and inode where there are such. */
    private static Object identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file.toRealPath() : key;
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (!channel.isOpen()) return;
            channel.close();
            HELD.remove(identity);
        }
    }
}
