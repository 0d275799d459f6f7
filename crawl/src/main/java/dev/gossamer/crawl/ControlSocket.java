package dev.gossamer.crawl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The door by which other processes of the same user steer a running crawl: a Unix socket, on which
 * a question and its answer are a line of JSON each. It lies in a folder that is the user's alone,
 * and who calls is asked of the system as well.
 */
final class ControlSocket implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.gossamer.crawl");

    /** Callers at the same time; more are let in one after the other. */
    private static final int MOST_CALLERS = 16;

    /** How long one may take, its answer included. */
    private static final long CALL_SECONDS = 60;

    private final ServerSocketChannel server;
    private final Path socket;
    private final Path pointer;
    private final ControlCalls calls;
    private final Semaphore places = new Semaphore(MOST_CALLERS);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private ControlSocket(
            ServerSocketChannel server, Path socket, Path pointer, ControlCalls calls) {
        this.server = server;
        this.socket = socket;
        this.pointer = pointer;
        this.calls = calls;
    }

    /**
     * Opens the door.
     *
     * @param pointer the file in the crawl's folder that names the socket
     */
    static ControlSocket open(Path pointer, ControlCalls calls) throws IOException {
        var folder = RunningCrawls.folder();
        RunningCrawls.make(folder);
        // What processes that were killed left behind goes on the way.
        LOG.log(System.Logger.Level.DEBUG, "other crawls: {0}", RunningCrawls.all().size());
        // By chance too: where process numbers come again, one that was killed left its socket.
        long chance = new SecureRandom().nextLong() >>> Integer.SIZE;
        var name = "%d-%d-%x.sock".formatted(ProcessHandle.current().pid(), calls.number(), chance);
        var socket = folder.resolve(name);
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.writeString(pointer, socket.toString());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        var opened = new ControlSocket(server, socket, pointer, calls);
        opened.threads.execute(opened::listen);
        return opened;
    }

    private void listen() {
        try {
            while (true) {
                places.acquire();
                var caller = server.accept();
                CompletableFuture<?> call =
                        CompletableFuture.runAsync(() -> answer(caller), threads)
                                .orTimeout(CALL_SECONDS, TimeUnit.SECONDS)
                                .whenComplete((_, _) -> hangUp(caller));
                LOG.log(System.Logger.Level.TRACE, "a call: {0}", call);
            }
        } catch (ClosedChannelException e) {
            // The crawl is over.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The crawl goes on; it can be stopped by a signal.
            calls.isDeaf(e);
            giveUp();
        }
    }

    /** Nobody shall wait for an answer that cannot come. */
    private void giveUp() {
        try {
            close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the socket could not be closed", e);
        }
    }

    private void answer(SocketChannel caller) {
        try {
            RunningCrawls.requireSameUser(caller);
            String question = Lines.read(caller);
            Lines.write(caller, calls.answer(question));
        } catch (IOException e) {
            // They have gone, or are somebody else: nobody is there to be told.
            LOG.log(System.Logger.Level.DEBUG, "a call came to nothing", e);
        }
    }

    private void hangUp(SocketChannel caller) {
        places.release();
        try {
            caller.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a call did not end well", e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
        Files.deleteIfExists(pointer);
        threads.shutdown();
    }

    /** A line each way, of bounded length. */
    static final class Lines {
        private static final int MOST_BYTES = 64 << 20;
        private static final int PART = 8 << 10;

        private Lines() {}

        static String read(SocketChannel channel) throws IOException {
            var bytes = new ByteArrayOutputStream();
            var part = ByteBuffer.allocate(PART);
            while (bytes.size() < MOST_BYTES) {
                part.clear();
                int read = channel.read(part);
                if (read < 0) break;
                bytes.write(part.array(), 0, read);
                if (part.array()[read - 1] == '\n') return bytes.toString(StandardCharsets.UTF_8);
            }
            throw new IOException("not a line of at most " + MOST_BYTES + " bytes");
        }

        static void write(SocketChannel channel, String line) throws IOException {
            var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
        }
    }
}
