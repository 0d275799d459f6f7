package dev.gossamer.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The crawls that run in other processes of this user, and how to talk to them. */
public final class RunningCrawls {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String OURS_ALONE = "rwx------";
    private static final int GROUP_AND_OTHERS = 0077;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private RunningCrawls() {}

    /** One of them. */
    public static final class Running {
        private final Path socket;
        private final Duration patience;

        private Running(Path socket, Duration patience) {
            this.socket = socket;
            this.patience = patience;
        }

        /**
         * Has it do something.
         *
         * @param what such as {@code pause}
         * @param more what that needs, by name
         * @return what it answers
         * @throws UsageException if it says that this makes no sense
         * @throws IOException if it cannot be reached, or could not do it
         */
        public JsonNode ask(String what, Map<String, ?> more) throws IOException {
            var question = new LinkedHashMap<String, Object>();
            question.put("do", what);
            question.put("who", System.getProperty("user.name", "somebody"));
            question.putAll(more);
            var answer = JSON.readTree(call(JSON.writeValueAsString(question)));
            String error = answer.path("error").asString("");
            if (error.isEmpty()) return answer;
            if (answer.path("isUsage").asBoolean()) throw new UsageException(error);
            throw new IOException(error);
        }

        private String call(String question) throws IOException {
            try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket));
                requireSameUser(channel);
                var timer =
                        CompletableFuture.runAsync(
                                () -> hangUp(channel),
                                CompletableFuture.delayedExecutor(
                                        patience.toMillis(), TimeUnit.MILLISECONDS));
                try {
                    ControlSocket.Lines.write(channel, question);
                    return ControlSocket.Lines.read(channel);
                } catch (ClosedChannelException e) {
                    throw new IOException("the crawl does not answer", e);
                } finally {
                    timer.cancel(false);
                }
            }
        }

        private static void hangUp(SocketChannel channel) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean isOf(Path folder) throws IOException {
            var own = Path.of(ask("about", Map.of()).path("folder").asString());
            return Files.exists(own) && Files.isSameFile(own, folder);
        }

        public Path socket() {
            return socket;
        }
    }

    /** Returns the one that crawls into this folder, if it runs and can be steered. */
    public static Optional<Running> in(Path folder) throws IOException {
        return in(folder, PATIENCE);
    }

    /**
     * Returns the one that crawls into this folder.
     *
     * @param patience how long to wait for each of its answers
     * @throws IOException if it does not answer
     */
    public static Optional<Running> in(Path folder, Duration patience) throws IOException {
        var pointer = CrawlDirectory.open(folder).control();
        if (!Files.exists(pointer)) return Optional.empty();
        var socket = Path.of(Files.readString(pointer).strip());
        if (!isThere(socket)) return Optional.empty();
        // A process that was killed leaves the name of its socket behind, and it may be another's.
        var running = new Running(socket, patience);
        return running.isOf(folder) ? Optional.of(running) : Optional.empty();
    }

    /** Returns all of this user's. */
    public static List<Running> all() throws IOException {
        var folder = folder();
        if (!Files.isDirectory(folder)) return List.of();
        requireOurs(folder);
        var all = new ArrayList<Running>();
        try (var sockets = Files.newDirectoryStream(folder, "*.sock")) {
            for (var socket : sockets)
                if (isThere(socket)) all.add(new Running(socket, PATIENCE));
                else if (!isAlive(socket)) Files.deleteIfExists(socket);
        }
        all.sort(Comparator.comparing(running -> running.socket.toString()));
        return all;
    }

    /**
     * What a process that was killed leaves behind answers nobody. One that hangs has a full queue
     * of callers: there the connection is not refused, and nobody waits for it here.
     */
    private static boolean isThere(Path socket) {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            boolean isConnected = channel.connect(UnixDomainSocketAddress.of(socket));
            return isConnected || channel.isConnectionPending();
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            return Files.exists(socket);
        }
    }

    /** Returns whether the process runs that made it: it may be about to listen. */
    private static boolean isAlive(Path socket) {
        var number = String.valueOf(socket.getFileName()).split("-", 2)[0];
        return number.matches("[0-9]{1,9}") && ProcessHandle.of(Long.parseLong(number)).isPresent();
    }

    /** Short, as the path of a socket has a hundred bytes at most. */
    static Path folder() throws IOException {
        String named = System.getenv("GOSSAMER_RUNTIME_DIR");
        if (named != null && !named.isBlank()) return Path.of(named);
        String own = System.getenv("XDG_RUNTIME_DIR");
        if (own != null && !own.isBlank() && Files.isDirectory(Path.of(own)))
            return Path.of(own, "gossamer");
        return Path.of("/tmp", "gossamer-" + System.getProperty("user.name", "user"));
    }

    /** Makes the folder, or checks that nobody else made it. */
    static void make(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS))
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(OURS_ALONE)));
        requireOurs(folder);
    }

    private static void requireOurs(Path folder) throws IOException {
        boolean isFolder = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        int mode = (int) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        var owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName();
        if (!isFolder
                || (mode & GROUP_AND_OTHERS) != 0
                || !owner.equals(System.getProperty("user.name")))
            throw new IOException(folder + " is not a folder of this user alone");
    }

    static void requireSameUser(SocketChannel caller) throws IOException {
        var user = caller.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        if (!user.equals(System.getProperty("user.name")) && !user.equals("root"))
            throw new IOException("another user: " + user);
    }
}
