package dev.gossamer.cli;

import dev.gossamer.cluster.ClusterAddress;
import dev.gossamer.cluster.ClusterCrawl;
import dev.gossamer.cluster.ClusterTopics;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.server.ClusterStatus;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Begin a crawl that several machines share, look at it, give orders.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ClusterCommand.CreateCrawl.class,
            ClusterCommand.StatusOf.class,
            ClusterAsk.Search.class,
            ClusterAsk.Links.class,
            ClusterAsk.Why.class,
            ClusterCommand.PauseAll.class,
            ClusterCommand.ResumeAll.class,
            ClusterCommand.StopAll.class,
            ClusterCommand.ChangeAll.class,
            ClusterCommand.BlockHost.class,
            ClusterCommand.UnblockHost.class,
            ClusterCommand.DrainNode.class,
            ClusterCommand.DeleteCrawl.class
        })
final class ClusterCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to do: create, status, search, links, why, set, block, unblock, pause, resume, stop, drain or delete");
    }

    /** What all of them have in common. */
    abstract static class OfCrawl implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the crawl.")
        private String name = "";

        @Mixin private KafkaFlags kafka = new KafkaFlags();

        @Override
        public final Integer call() throws IOException, InterruptedException {
            return KafkaFlags.named(this::run);
        }

        /** Does it, and returns the exit status. */
        abstract int run() throws IOException, InterruptedException;

        ClusterAddress address() throws IOException {
            return kafka.address(name);
        }

        CommandSpec spec() {
            return spec;
        }

        String name() {
            return name;
        }

        void say(String line) {
            spec.commandLine().getOut().println(line);
        }
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Begin a crawl; nodes may join it from then on.")
    static final class CreateCrawl extends OfCrawl {
        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "URL",
                description = "Where to start.")
        private List<String> urls = List.of();

        @Option(
                names = "--shards",
                paramLabel = "N",
                description =
                        "Into how many parts hosts are divided, for ever (default: ${DEFAULT-VALUE}); 5 to 16 for each node that there may be.")
        private int shards = 64;

        @Option(
                names = "--stay",
                description =
                        "Wait for requests of applications when nothing is left to do, until 'cluster stop'.")
        private boolean stays;

        @Mixin private CrawlFlags flags = new CrawlFlags();

        @Override
        int run() throws IOException {
            if (shards < 1 || shards > ClusterTopics.MAX_SHARDS)
                throw new UsageException("--shards: from 1 to " + ClusterTopics.MAX_SHARDS);
            var crawl = Crawl.of();
            flags.apply(spec().commandLine().getParseResult(), urls, crawl);
            ClusterCrawl.create(address(), shards, crawl, stays, InstantSource.system());
            say(
                    "created %s with %d shards; start nodes with: %s"
                            .formatted(
                                    address().name(),
                                    shards,
                                    "gossamer node --kafka %s --crawl %s -o DIR"
                                            .formatted(address().brokers(), address().name())));
            return 0;
        }
    }

    /** A command that looks at a crawl or orders something. */
    abstract static class OfOpenCrawl extends OfCrawl {
        @Override
        int run() throws IOException, InterruptedException {
            try (var crawl = ClusterCrawl.open(address())) {
                return call(crawl);
            }
        }

        abstract int call(ClusterCrawl crawl) throws IOException, InterruptedException;
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Show the nodes, their shards and how far the crawl is.")
    static final class StatusOf extends OfOpenCrawl {
        @Option(names = "--json", description = "As JSON.")
        private boolean json;

        @Override
        int call(ClusterCrawl crawl) throws IOException, InterruptedException {
            var reader = new ClusterReader(crawl);
            reader.listen();
            var status = reader.status();
            if (json) say(new JsonMapper().writeValueAsString(status.json()));
            else text(status);
            return 0;
        }

        private void text(ClusterStatus status) throws IOException {
            say(
                    "%s: %,d pages, %,d URLs wait, %,d seen; %d of %d shards have a node"
                            .formatted(
                                    status.state(),
                                    status.counts().pages(),
                                    status.counts().queued(),
                                    status.counts().seen(),
                                    status.shardsOwned(),
                                    status.shards()));
            say(
                    "orders in force on %d of %d nodes"
                            .formatted(status.inForce(), status.nodes().size()));
            for (var node : status.nodes())
                say(
                        "  %s: %d shards, %,d pages, %,d URLs wait%s"
                                .formatted(
                                        node.name(),
                                        node.shards().size(),
                                        node.counts().pages(),
                                        node.counts().queued(),
                                        node.activity().isIdle() ? ", idle" : ""));
            for (var lost : status.lostArchives())
                say(
                        "  %s: is gone without a word, and with it the archive in its folder %s; a node of that name goes on there, if the folder still exists"
                                .formatted(lost.node(), lost.folder()));
            if (status.storage().isPresent()) stored(status.storage().get());
        }

        private void stored(ClusterStatus.Storage storage) throws IOException {
            for (var node : storage.nodes())
                say(
                        "  %s: stores, %,d pages stored, %,d records behind"
                                .formatted(node.node(), node.pages(), node.behind()));
            long waiting = storage.pagesWaiting();
            if (waiting == 0) say("all pages that were sent are stored");
            else if (storage.isRunning()) say("%,d records wait to be stored".formatted(waiting));
            else
                say(
                        "%,d records wait to be stored and are kept %d hours, but no storing node runs; start one with: %s"
                                .formatted(
                                        waiting,
                                        ClusterTopics.PAGES_KEPT.toHours(),
                                        "gossamer node --role store --kafka %s --crawl %s -o DIR"
                                                .formatted(address().brokers(), name())));
        }
    }

    /** An order to all nodes. */
    abstract static class GivenOrder extends OfOpenCrawl {
        private final ClusterCrawl.State wanted;

        GivenOrder(ClusterCrawl.State wanted) {
            this.wanted = wanted;
        }

        @Override
        int call(ClusterCrawl crawl) throws IOException {
            crawl.want(wanted);
            say("the nodes know it within a second: " + wanted);
            return 0;
        }
    }

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Begin nothing more on any node, until it is resumed.")
    static final class PauseAll extends GivenOrder {
        PauseAll() {
            super(ClusterCrawl.State.paused);
        }
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Go on, on all nodes.")
    static final class ResumeAll extends GivenOrder {
        ResumeAll() {
            super(ClusterCrawl.State.running);
        }
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Have all nodes leave; after a resume, nodes that start go on.")
    static final class StopAll extends GivenOrder {
        StopAll() {
            super(ClusterCrawl.State.stopped);
        }
    }

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = "Change settings on all nodes.")
    static final class ChangeAll extends OfOpenCrawl {
        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "SETTING=VALUE",
                description = "A setting and its value, as in crawl.yaml.")
        private Map<String, String> changes = Map.of();

        @Override
        int call(ClusterCrawl crawl) throws IOException {
            crawl.set(changes);
            say("the nodes know it within a second: " + changes);
            return 0;
        }
    }

    /** Blocks or unblocks. */
    abstract static class BlockOrder extends OfOpenCrawl {
        @Parameters(index = "1", paramLabel = "HOST", description = "A host, or *. and a domain.")
        private String pattern = "";

        private final boolean isBlocked;

        BlockOrder(boolean isBlocked) {
            this.isBlocked = isBlocked;
        }

        @Override
        int call(ClusterCrawl crawl) throws IOException {
            crawl.block(pattern, isBlocked);
            say("blocked: " + String.join(", ", blocked(crawl)));
            return 0;
        }

        private static List<String> blocked(ClusterCrawl crawl) throws IOException {
            crawl.read();
            return crawl.blocked();
        }
    }

    @Command(
            name = "block",
            mixinStandardHelpOptions = true,
            description = "Ask a host or a domain for nothing more, on all nodes.")
    static final class BlockHost extends BlockOrder {
        BlockHost() {
            super(true);
        }
    }

    @Command(
            name = "unblock",
            mixinStandardHelpOptions = true,
            description = "Go on with a host or a domain that was blocked.")
    static final class UnblockHost extends BlockOrder {
        UnblockHost() {
            super(false);
        }
    }

    @Command(
            name = "drain",
            mixinStandardHelpOptions = true,
            description = "Have one node leave in good order.")
    static final class DrainNode extends OfOpenCrawl {
        @Parameters(index = "1", paramLabel = "NODE", description = "Its name, as status shows it.")
        private String node = "";

        @Override
        int call(ClusterCrawl crawl) throws IOException, InterruptedException {
            var reader = new ClusterReader(crawl);
            reader.listen();
            var names = reader.status().nodes().stream().map(ClusterStatus.Node::name).toList();
            if (!names.contains(node))
                throw new UsageException(
                        "%s has no node %s now; %s"
                                .formatted(
                                        name(),
                                        node,
                                        names.isEmpty()
                                                ? "no node takes part"
                                                : "its nodes: " + String.join(", ", names)));
            crawl.drain(node);
            say(node + " leaves when its requests have come to their end");
            return 0;
        }
    }

    @Command(
            name = "delete",
            mixinStandardHelpOptions = true,
            description = "Delete the crawl from the brokers; archives of nodes stay.")
    static final class DeleteCrawl extends OfCrawl {
        @Override
        int run() throws IOException {
            ClusterTopics.delete(address());
            say("deleted " + address().name());
            return 0;
        }
    }
}
