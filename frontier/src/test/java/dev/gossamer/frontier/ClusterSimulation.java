package dev.gossamer.frontier;

import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A crawl of several nodes in virtual time. Shards move between nodes, in good order and because
 * their node died; letters are late, and come twice after a death; a node that died may have had
 * requests under way, which the servers see for a while. The servers' side checks at each request
 * that nobody is asked too early or too often, whichever nodes asked; at the end nothing is lost.
 */
final class ClusterSimulation {
    private static final int MAX_STEPS = 200_000;

    /** How long requests of a dead node may go on. */
    private static final Duration WAIT_OUT = Duration.ofSeconds(11);

    private final Random random;
    private final TinyWeb web;
    private final FrontierOptions options;
    private final int shards;
    private final MemoryDisk disk = new MemoryDisk();
    private final List<Node> nodes = new ArrayList<>();

    /** The inbox of each shard, which outlives all nodes. */
    private final List<List<byte[]>> inboxes = new ArrayList<>();

    /** Which node each shard belongs to; none while it moves. */
    private final TreeMap<Integer, Node> owners = new TreeMap<>();

    private final List<Late> late = new ArrayList<>();
    private final Set<Url> seeds = new HashSet<>();
    private long now = Driver.START;

    // What the servers saw.
    private final Map<Object, Integer> open = new HashMap<>();

    /** To which address a node keeps a connection for its next request. */
    private final Map<InetAddress, Node> kept = new HashMap<>();

    private final Map<Object, Long> lastEnd = new HashMap<>();
    private final Map<Url, Integer> answered = new HashMap<>();
    private final List<Running> ghosts = new ArrayList<>();
    private int nodesMade;
    private boolean isCalm;
    int deaths;
    int moves;
    private final Set<Url> repeated = new HashSet<>();

    /** What was under way or not committed when a node died may be asked for again. */
    private int mayBeRepeated;

    private record Running(Task task, long endNanos) {}

    /** A letter that was sent and has not arrived. */
    private record Late(Node from, int to, byte[] letter, long arrivesNanos) {}

    private final class Node implements Mail {
        final int number = nodesMade++;
        final Frontier frontier;
        final List<Running> running = new ArrayList<>();
        final Set<Integer> leaving = new HashSet<>();
        final List<Url> uncommitted = new ArrayList<>();
        long arrived;
        int owed;
        boolean isDraining;

        Node() {
            var around = new Surroundings(() -> {}, "", () -> 7);
            frontier =
                    Frontier.ofCluster(
                            new Frontier.Cluster(
                                    shards,
                                    this,
                                    _ ->
                                            new Result.Rules(
                                                    web::isAllowed,
                                                    Optional.empty(),
                                                    Duration.ofHours(1),
                                                    500),
                                    Watch.NONE,
                                    this::hangUp),
                            options,
                            around,
                            Threads.NONE,
                            1 << 12);
        }

        /** Letters of one node to one shard stay in their order. */
        @Override
        public void send(int shard, byte[] letter) {
            long arrives = now + random.nextInt(300) * 1_000_000L;
            for (var each : late)
                if (each.from == this) arrives = Math.max(arrives, each.arrivesNanos);
            late.add(new Late(this, shard, letter, arrives));
        }

        @Override
        public long arrived() {
            return arrived;
        }

        private void hangUp(Predicate<InetAddress> which) {
            kept.entrySet().removeIf(each -> each.getValue() == this && which.test(each.getKey()));
        }
    }

    ClusterSimulation(long seed) throws IOException {
        random = new Random(seed);
        int hosts = 2 + random.nextInt(10);
        web = new TinyWeb(seed, hosts, 1 + random.nextInt(20), 1 + random.nextInt(hosts));
        shards = 2 + random.nextInt(6);
        var simulated = Simulation.options(random, false);
        options =
                simulated.withDurability(
                        new FrontierOptions.Durability(
                                Duration.ZERO, simulated.durability().journalBytes(), false));
        for (int i = 0; i < shards; i++) inboxes.add(new ArrayList<>());
        for (int i = 0; i < 3; i++) seeds.add(web.url(random.nextInt(hosts), 0));
        for (var seed1 : seeds)
            inboxes.get(seed1.shard(shards))
                    .add(Frontier.letter(List.of(new Discovered(seed1, seed1, 0, 0, 0)), now));
        for (int i = 1 + random.nextInt(3); i >= 0; i--) nodes.add(new Node());
        share();
    }

    private List<Node> willing() {
        return nodes.stream().filter(node -> !node.isDraining).toList();
    }

    /** Shards that nobody has go to a random node. */
    private void share() throws IOException {
        var willing = willing();
        for (int i = 0; i < shards; i++)
            if (!owners.containsKey(i))
                adopt(i, willing.get(random.nextInt(willing.size())), Duration.ZERO);
    }

    private void adopt(int shard, Node node, Duration waitOut) throws IOException {
        node.frontier.adopt(shard, new DiskPart(disk, shard + "/"), waitOut, now);
        owners.put(shard, node);
        moves++;
    }

    /** Until nothing is left to do. */
    void run() throws IOException {
        for (int step = 0; step < MAX_STEPS; step++) {
            if (!isCalm && random.nextInt(150) == 0) disturb();
            for (var node : List.copyOf(nodes)) turn(node);
            if (isOver()) return;
            advance();
        }
        throw new AssertionError("did not end: " + this);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var node : nodes)
            text.append("\nnode ")
                    .append(node.number)
                    .append(node.frontier.shardsHere())
                    .append(node.frontier.counts())
                    .append(node.frontier.parked(9));
        return text.toString();
    }

    /**
     * Days later every outage is over, and what was parked is tried again, also because its process
     * ended each time; nobody disturbs any more.
     */
    void revive() {
        isCalm = true;
        now += Duration.ofDays(2).toNanos();
        nodes.forEach(node -> node.frontier.revive());
    }

    private void disturb() throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> {
                if (deaths < 5) die(nodes.get(random.nextInt(nodes.size())));
            }
            case 1 -> {
                if (nodes.size() < 6) nodes.add(new Node());
            }
            case 2 -> {
                var node = nodes.get(random.nextInt(nodes.size()));
                if (willing().size() > 1 || node.isDraining) {
                    node.isDraining = true;
                    node.frontier.shardsHere().forEach(shard -> retire(node, shard));
                }
            }
            default -> {
                var node = nodes.get(random.nextInt(nodes.size()));
                var here = node.frontier.shardsHere();
                if (!here.isEmpty()) retire(node, here.get(random.nextInt(here.size())));
            }
        }
    }

    private void retire(Node node, int shard) {
        if (node.leaving.add(shard)) node.frontier.retire(shard, now);
    }

    /** Its letters and its requests may still arrive; nothing that it did not commit is known. */
    private void die(Node node) throws IOException {
        deaths++;
        nodes.remove(node);
        kept.values().removeIf(node::equals);
        mayBeRepeated += node.running.size() + node.uncommitted.size() + node.owed + owed(node);
        for (var request : node.running)
            ghosts.add(
                    new Running(
                            request.task(),
                            Math.min(request.endNanos(), now + WAIT_OUT.toNanos() - 1)));
        // What its last commit did not reach is lost with it, but letters it never sent, too.
        loseLetters(node);
        if (nodes.isEmpty() || willing().isEmpty()) nodes.add(new Node());
        var willing = willing();
        for (int i = 0; i < shards; i++)
            if (owners.get(i) == node)
                adopt(i, willing.get(random.nextInt(willing.size())), WAIT_OUT);
        for (var each : node.frontier.shardsHere())
            if (owners.get(each) == node) throw new AssertionError();
    }

    /** Pages whose links may not have arrived are asked for again. */
    private static int owed(Node node) {
        int owed = 0;
        for (int i = 0; i < node.frontier.shardsHere().size(); i++)
            owed += node.frontier.state(i).owed.size();
        return owed;
    }

    /** Only the tail of what a node sent can be lost. */
    private void loseLetters(Node node) {
        for (int i = late.size() - 1; i >= 0; i--) {
            if (!late.get(i).from.equals(node)) continue;
            if (random.nextInt(3) == 0) return;
            late.remove(i);
        }
    }

    private void turn(Node node) throws IOException {
        for (var shard : node.frontier.shardsHere()) read(node, shard);
        var taken = new ArrayList<Task>();
        for (int most = 1 + random.nextInt(8); node.running.size() + taken.size() < most; ) {
            var task = node.frontier.next(now);
            if (task.isEmpty()) break;
            taken.add(task.get());
        }
        // That one owes no more is decided in a commit, and written by the next.
        node.owed = owed(node);
        node.frontier.commit(now);
        node.uncommitted.clear();
        for (int shard : node.frontier.shardsHere()) requireDurable(shard);
        for (var task : taken) start(node, task);
        if (random.nextInt(60) == 0) node.frontier.checkpoint();
        for (var shard : List.copyOf(node.leaving)) {
            if (!node.frontier.isAtRest(shard, now)) continue;
            node.frontier.letGo(shard, now);
            node.leaving.remove(shard);
            owners.remove(shard);
            share();
        }
        if (node.isDraining && node.frontier.shardsHere().isEmpty() && node.running.isEmpty()) {
            node.frontier.close();
            nodes.remove(node);
        }
    }

    /** Nothing is begun before what was decided is out of this node's hands. */
    private void requireDurable(int shard) {
        for (var name : disk.list())
            if (name.startsWith(shard + "/journal-") && disk.unsyncedBytes(name) > 0)
                throw new AssertionError("not synced by a commit: " + name);
    }

    private void read(Node node, int shard) {
        if (node.leaving.contains(shard)) return;
        var inbox = inboxes.get(shard);
        for (int most = random.nextInt(4); most > 0; most--) {
            long at = node.frontier.inboxOffset(shard);
            if (at >= inbox.size()) return;
            node.frontier.receive(shard, at + 1, inbox.get((int) at), now);
        }
    }

    private void start(Node node, Task task) {
        check(node, task);
        for (var key : keys(task)) open.merge(key, 1, Integer::sum);
        long span = random.nextInt(10) == 0 ? 5_000 : random.nextInt(800);
        node.running.add(new Running(task, now + Duration.ofMillis(span).toNanos()));
    }

    private List<Object> keys(Task task) {
        var keys = new ArrayList<Object>();
        if (task instanceof Task.Resolve) return keys;
        keys.add(task.host());
        var pace = options.pace();
        if (pace.connectionsPerAddress() > 0)
            for (var address : new HashSet<>(web.addresses(task.host()))) keys.add(address);
        if (pace.limitsDomains()) keys.add("d:" + Host.domainOf(task.host()));
        return keys;
    }

    private void check(Node node, Task task) {
        var pace = options.pace();
        for (var key : keys(task)) {
            if (key instanceof InetAddress && kept.getOrDefault(key, node) != node)
                throw new AssertionError("another node keeps a connection to " + key);
            boolean isDomain = key instanceof String name && name.startsWith("d:");
            int most =
                    isDomain
                            ? pace.connectionsPerDomain()
                            : key instanceof String
                                    ? pace.connectionsPerHost()
                                    : pace.connectionsPerAddress();
            if (most > 0 && open.getOrDefault(key, 0) >= most)
                throw new AssertionError(
                        "node " + node.number + ": too many at " + key + ": " + task);
            var delay = isDomain ? pace.domainDelay() : pace.delay();
            var last = lastEnd.get(key);
            if (last != null && now - last < delay.toNanos())
                throw new AssertionError(
                        "node "
                                + node.number
                                + ": too early by "
                                + Duration.ofNanos(delay.toNanos() - now + last)
                                + " at "
                                + key
                                + ": "
                                + task);
        }
        if (task instanceof Task.Fetch fetch && answered.containsKey(fetch.url())) {
            repeated.add(fetch.url());
            if (repeated.size() > mayBeRepeated)
                throw new AssertionError("too many repeated: " + task);
        }
    }

    private boolean isOver() throws IOException {
        if (!late.isEmpty() || !ghosts.isEmpty()) return false;
        for (int i = 0; i < shards; i++) {
            var owner = owners.get(i);
            if (owner == null || owner.leaving.contains(i)) return false;
            if (owner.frontier.inboxOffset(i) < inboxes.get(i).size()) return false;
        }
        for (var node : nodes) if (!node.running.isEmpty() || !node.frontier.isIdle()) return false;
        return true;
    }

    private void advance() {
        long wake = Long.MAX_VALUE;
        for (var node : nodes) {
            wake = Math.min(wake, node.frontier.wakeAtNanos());
            for (var request : node.running) wake = Math.min(wake, request.endNanos());
            if (!node.leaving.isEmpty()) wake = Math.min(wake, now + 50_000_000L);
        }
        for (var letter : late) wake = Math.min(wake, letter.arrivesNanos);
        for (var ghost : ghosts) wake = Math.min(wake, ghost.endNanos());
        for (int i = 0; i < shards; i++) {
            var owner = owners.get(i);
            if (owner != null && owner.frontier.inboxOffset(i) < inboxes.get(i).size()) wake = now;
        }
        if (wake == Long.MAX_VALUE) wake = now + 1_000_000L;
        now = Math.max(now + 1_000_000L, Math.min(wake, now + Duration.ofHours(8).toNanos()));
        late.removeIf(this::arrives);
        for (var ghost : List.copyOf(ghosts))
            if (ghost.endNanos() <= now) {
                ghosts.remove(ghost);
                end(ghost.task(), ghost.endNanos());
            }
        for (var node : nodes)
            for (var request : List.copyOf(node.running))
                if (request.endNanos() <= now) {
                    node.running.remove(request);
                    finish(node, request.task());
                }
    }

    private boolean arrives(Late letter) {
        if (letter.arrivesNanos > now) return false;
        inboxes.get(letter.to).add(letter.letter);
        letter.from.arrived++;
        return true;
    }

    private void end(Task task, long nanos) {
        for (var key : keys(task)) {
            open.merge(key, -1, Integer::sum);
            lastEnd.merge(key, nanos, Math::max);
        }
    }

    private void finish(Node node, Task task) {
        end(task, now);
        for (var key : keys(task)) if (key instanceof InetAddress address) kept.put(address, node);
        web.at(now);
        var answer = web.answer(task);
        if (task instanceof Task.Fetch fetch) {
            boolean isCut = answer instanceof Result.Cut;
            boolean isDone = answer instanceof Result.Fetched || (isCut && fetch.attempt() > 1);
            if (isDone || isCut) {
                var batch = new ArrayList<Discovered>();
                for (var url : web.links(fetch.url()))
                    batch.add(new Discovered(url, fetch.url(), 1, 0, 0));
                node.frontier.discovered(batch, now);
            }
            if (isDone) {
                answered.merge(fetch.url(), 1, Integer::sum);
                node.uncommitted.add(fetch.url());
            }
        }
        node.frontier.finished(task, answer, now);
    }

    /** What a patient crawl reaches from the seeds, and this one did not. */
    @Nullable Url firstMissing() {
        var reached = new HashSet<Url>();
        var next = new ArrayDeque<>(seeds);
        while (!next.isEmpty()) {
            var url = next.remove();
            if (!web.isReachable(url) || !reached.add(url)) continue;
            if (!answered.containsKey(url)) return url;
            next.addAll(web.links(url));
        }
        return null;
    }
}
