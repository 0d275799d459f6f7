package dev.gossamer.cli;

import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.cluster.ClusterNode;
import dev.gossamer.cluster.StoringNode;
import dev.gossamer.crawl.Status;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Crawl as one of the nodes of a cluster, or store what they fetch, until the crawl ends.")
final class NodeCommand implements Callable<Integer> {
    private static final String RESTART = "--restart";

    private enum Role {
        CRAWL,
        STORE
    }

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private KafkaFlags kafka = new KafkaFlags();

    @Option(names = "--crawl", required = true, paramLabel = "NAME", description = "The crawl.")
    private String crawl = "";

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "DIR",
            description = "The folder for this node's archive and files.")
    private Path folder = Path.of("");

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description =
                    "crawl, or store: write the archive of a crawl that was created with '--store topic' (default: crawl).")
    private Role role = Role.CRAWL;

    @Option(
            names = "--name",
            paramLabel = "NODE",
            description = "What to call this node (default: machine and folder).")
    private String name = "";

    @Option(
            names = "--session",
            paramLabel = "SECONDS",
            description =
                    "How long it may be silent before others take its shards (default: ${DEFAULT-VALUE}). Less than 6 needs brokers that allow it.")
    private double session = 6;

    @Option(
            names = "--shared",
            paramLabel = "DIR",
            description =
                    "A folder that all nodes share, for the files of shards; without it they are in Kafka.")
    private Path shared = Path.of("");

    @Option(
            names = RESTART,
            description =
                    "Run the node in a process below this one, and start it again when it dies: at most 5 times in 10 minutes.")
    private boolean isRestarted;

    private final AtomicReference<@Nullable ClusterNode> current = new AtomicReference<>();
    private final CountDownLatch ending = new CountDownLatch(1);

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (session < 1 || session > 3600)
            throw new UsageException("--session: from 1 to 3600 seconds");
        var address = kafka.address(crawl);
        if (isRestarted) return restarted();
        leaveWithParent();
        return KafkaFlags.named(
                () ->
                        role == Role.STORE
                                ? new StoringRun(address, storing(), this::tell).run()
                                : live(address));
    }

    /** Takes part until the crawl ends, also after a life in which others took its shards. */
    private int live(ClusterAddress address) throws IOException, InterruptedException {
        var interrupts = Interrupts.call(this::leave);
        var rest = new Rest();
        var options = options();
        boolean hasJoined = false;
        while (true) {
            try (var node = ClusterNode.join(address, options, this::tell)) {
                current.set(node);
                if (ending.getCount() == 0) return Main.INTERRUPTED;
                hasJoined = true;
                rest.isOver();
                var status = run(node, address);
                if (node.failure().isPresent()) return failed(node.failure().get());
                if (!node.isLost()) return end(status, interrupts);
                tell("others may have the shards of this node; it joins again");
            } catch (UsageException e) {
                throw e;
            } catch (IOException e) {
                // A node that never joined says what is wrong; one that did tries again.
                if (!hasJoined) throw e;
                tell(String.valueOf(e.getMessage()));
            } finally {
                current.set(null);
            }
            if (rest.endsWith(ending)) return Main.INTERRUPTED;
        }
    }

    /** Nothing would be different in another life. */
    private int failed(IOException why) {
        tell(Main.told(why));
        return Main.FAILED;
    }

    private int restarted() throws IOException, InterruptedException {
        var node =
                new RestartedNode(
                        RestartedNode.ownCommandWithout(RESTART),
                        this::tell,
                        InstantSource.system());
        Interrupts.call(node::leave);
        return node.run();
    }

    /** Nobody could stop a node whose parent was killed. */
    private void leaveWithParent() {
        var parent = System.getenv(RestartedNode.PARENT);
        if (parent == null || !parent.matches("[0-9]{1,18}")) return;
        ProcessHandle.of(Long.parseLong(parent))
                .ifPresentOrElse(
                        process -> {
                            var _ = process.onExit().thenRun(this::leave);
                        },
                        this::leave);
    }

    private ClusterNode.Options options() {
        return new ClusterNode.Options(
                name(),
                folder,
                session(),
                shared.toString().isEmpty() ? Optional.empty() : Optional.of(shared));
    }

    private StoringNode.Options storing() {
        if (!shared.toString().isEmpty())
            throw new UsageException(
                    "--shared is for the files of shards; a storing node has none");
        return new StoringNode.Options(name(), folder, session());
    }

    private String name() {
        return name.isEmpty() ? machine() + ":" + folder.toAbsolutePath().normalize() : name;
    }

    private Duration session() {
        return Duration.ofMillis((long) (session * 1000));
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            // A machine without a name has a folder at least.
            return "node";
        }
    }

    private Status run(ClusterNode node, ClusterAddress address)
            throws IOException, InterruptedException {
        tell("joins " + address.name());
        return node.crawl().steerable().run();
    }

    private int end(Status status, Interrupts interrupts) {
        spec.commandLine()
                .getOut()
                .printf(
                        "%s: %,d requests and %,d pages by this node%n",
                        status.state(), status.requests(), status.pages());
        return interrupts.happened() ? Main.INTERRUPTED : 0;
    }

    /** On another thread, as requests come to their end before. */
    private void leave() {
        ending.countDown();
        var node = current.get();
        if (node == null) return;
        tell("leaves; requests under way come to their end");
        Thread.ofVirtual().start(node::leave);
    }

    private void tell(String line) {
        spec.commandLine().getErr().println("gossamer: " + line);
        spec.commandLine().getErr().flush();
    }
}
