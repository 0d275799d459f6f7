package dev.gossamer.frontier;

import dev.gossamer.files.Changed;
import dev.gossamer.files.DiskLostException;
import dev.gossamer.files.MemoryDisk;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * their node died, was cut off or did nothing for a while. A node that lost its shards without
 * knowing it goes on with what it had. The clocks of the nodes differ and drift. Letters are late,
 * and some come twice.
 *
 * <p>The servers' side checks at each request that nobody is asked too early or too often,
 * whichever nodes asked, and that only an owner asks, or one whose lease has not run out. All the
 * time each place is in one hand. When the nodes' reports say that the crawl has ended, nothing new
 * is asked for. At the end nothing is lost.
 */
final class ClusterSimulation {
    private static final int MAX_STEPS = 200_000;
    private static final int MAX_TROUBLES = 8;

    // The times of a node, as the module cluster has them.
    private static final long LEASE = seconds(2);
    private static final long CUT_OFF = seconds(8);
    private static final long BEAT = seconds(1) / 2;
    private static final long SILENCE = seconds(10);

    /** The dead man's switch kills a process that did nothing for so long. */
    private static final long SWITCH = seconds(4);

    /** The shortest session of the group. */
    private static final long SESSION = seconds(2);

    /** How long requests of a dead node may go on. */
    private static final Duration WAIT_OUT = Duration.ofSeconds(15);

    /** How much faster or slower than the right one the clock of a node may be. */
    private static final double DRIFT = 0.001;

    private final Random random;
    private final TinyWeb web;
    private final FrontierOptions options;
    private final int shards;
    private final MemoryDisk disk = new MemoryDisk();
    private final List<Node> nodes = new ArrayList<>();

    /** Whether nodes have a dead man's switch: not all systems do. */
    private final boolean haveSwitches;

    /** The inbox of each shard, which outlives all nodes. */
    private final List<List<byte[]>> inboxes = new ArrayList<>();

    /** Which node each shard belongs to by its journal; none while it moves. */
    private final TreeMap<Integer, Node> owners = new TreeMap<>();

    private final List<Late> late = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<News> news = new ArrayList<>();
    private final TreeMap<Integer, News> board = new TreeMap<>();
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

    /** Whether the nodes have found that nothing is left to do. */
    private boolean isEnded;

    /** URLs that were parked then: their time may come before the nodes are gone. */
    private long mayBeRevived;

    private int troubles;
    int deaths;
    int moves;
    int stalls;
    int cuts;
    int fences;
    int doubles;
    private final Set<Url> repeated = new HashSet<>();

    /** What was under way or not committed when a node died may be asked for again. */
    private int mayBeRepeated;

    /** A request; the servers see its end even when the node does not. */
    private static final class Running {
        final Task task;
        final long endNanos;
        boolean isEnded;

        Running(Task task, long endNanos) {
            this.task = task;
            this.endNanos = endNanos;
        }
    }

    /** A task that is not begun before it is committed. */
    private record Taken(Task task, long atNanos) {}

    /** A letter that was sent and has not arrived; of a copy that comes once more, nobody's. */
    private record Late(@Nullable Node from, int to, byte[] letter, long arrivesNanos) {}

    private record Event(long atNanos, Runnable what) {}

    /** What a node reports. */
    private record News(int node, IdleShards.Report report, long arrivesNanos) {}

    /** What a node does next in its turn; it may be held up before any of it. */
    private enum Step {
        TAKE,
        COMMIT,
        CHECK_LEASE,
        START
    }

    private final class Node implements Mail {
        final int number = nodesMade++;
        final NodeLine line = new NodeLine();
        final double pace = 1 + (random.nextDouble() * 2 - 1) * DRIFT;
        final long aheadNanos = seconds(random.nextInt(120) - 60);
        final Frontier frontier;
        final List<Running> running = new ArrayList<>();
        final List<Taken> starting = new ArrayList<>();
        final Set<Integer> leaving = new HashSet<>();
        final List<Url> uncommitted = new ArrayList<>();
        Step step = Step.TAKE;

        /** Before which step it is to be held up, if it is. */
        Optional<Step> stallsBefore = Optional.empty();

        long awakeNanos;
        long ackedNanos = now;
        long beatNanos;
        long newsNanos;
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

        /** The time on its own clock. */
        long clock() {
            return Driver.START + aheadNanos + (long) ((now - Driver.START) * pace);
        }

        /** The right time when its clock shows this one. */
        long nanosAt(long clock) {
            if (clock == Long.MAX_VALUE) return clock;
            long since = clock - Driver.START - aheadNanos;
            return Driver.START + (long) Math.ceil(since / pace);
        }

        boolean isAwake() {
            return now >= awakeNanos;
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

    ClusterSimulation(long seed) {
        random = new Random(seed);
        int hosts = 2 + random.nextInt(10);
        web = new TinyWeb(seed, hosts, 1 + random.nextInt(20), 1 + random.nextInt(hosts));
        shards = 2 + random.nextInt(6);
        options = options(Simulation.options(random, false));
        if (random.nextInt(4) == 0) web.useIpv6();
        haveSwitches = random.nextInt(3) > 0;
        for (int i = 0; i < shards; i++) inboxes.add(new ArrayList<>());
        for (int i = 0; i < 3; i++) seeds.add(web.url(random.nextInt(hosts), 0));
        for (var seed1 : seeds)
            inboxes.get(seed1.shard(shards))
                    .add(Frontier.letter(List.of(new Discovered(seed1, seed1, 0, 0, 0)), now));
        for (int i = 1 + random.nextInt(3); i >= 0; i--) nodes.add(new Node());
        share();
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    /** Some delays are longer than a new owner waits for what the last one had under way. */
    private FrontierOptions options(FrontierOptions usual) {
        var pace = usual.pace();
        if (random.nextInt(8) == 0) pace = Changed.set(pace, "delay", Duration.ofSeconds(20));
        if (random.nextInt(8) == 0) pace = Changed.set(pace, "domainDelay", Duration.ofSeconds(30));
        return Changed.set(
                usual,
                "pace",
                pace,
                "durability.syncWindow",
                Duration.ZERO,
                "durability.keepsHistory",
                false);
    }

    /** Those that the group would give a shard. */
    private Node anyWilling() {
        var willing =
                nodes.stream()
                        .filter(node -> !node.isDraining && node.isAwake() && node.line.isWell())
                        .toList();
        if (!willing.isEmpty()) return willing.get(random.nextInt(willing.size()));
        var node = new Node();
        nodes.add(node);
        return node;
    }

    /** Shards that nobody has go to a random node. */
    private void share() {
        for (int i = 0; i < shards; i++)
            if (!owners.containsKey(i)) adopt(i, anyWilling(), Duration.ZERO);
    }

    /** A node claims a shard, and then reads what it holds: it may fail in between. */
    private void adopt(int shard, Node node, Duration waitOut) {
        owners.put(shard, node);
        moves++;
        try {
            var files = node.line.to(new DiskPart(disk, shard + "/"));
            node.frontier.adopt(shard, files, waitOut, node.clock());
        } catch (NodeLine.Died _) {
            die(node);
        } catch (IOException e) {
            if (node.line.isWell()) throw new UncheckedIOException(e);
            if (node.line.isDead()) die(node);
            else giveUp(node);
        }
    }

    /** Until nothing is left to do. */
    void run() throws IOException {
        for (int step = 0; step < MAX_STEPS; step++) {
            if (!isCalm && troubles < MAX_TROUBLES && random.nextInt(150) == 0) disturb();
            for (var node : List.copyOf(nodes)) if (nodes.contains(node)) turn(node);
            if (step % 8 == 0) checkPlaces(false);
            if (isOver() && isEnded) {
                checkPlaces(true);
                return;
            }
            advance();
        }
        throw new AssertionError((isOver() ? "nobody found the end: " : "did not end: ") + this);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append("%d letters, %d events".formatted(late.size(), events.size()));
        for (var node : nodes) {
            text.append("\nnode %d, %s".formatted(node.number, node.step))
                    .append(node.isDraining ? " drains" : "")
                    .append(node.isAwake() ? "" : " sleeps")
                    .append(node.line.isWell() ? "" : " is cut off")
                    .append(", starts " + node.starting + ", leaving " + node.leaving)
                    .append(", wakes in " + (wakeAt(node) - now) / 1_000_000 + " ms ")
                    .append(node.frontier.shardsHere())
                    .append(node.frontier.counts())
                    .append(node.frontier.parked(9));
            for (int shard : node.frontier.shardsHere()) {
                var places = node.frontier.stateOfShard(shard).places;
                places.each((key, mine) -> text.append("\n  " + shard + " " + mine + " " + key));
                places.eachGiven(
                        (key, to) -> text.append("\n  " + shard + " gave " + key + " to " + to));
            }
        }
        return text.toString();
    }

    /**
     * Days later every outage is over, and what was parked is tried again, also because its process
     * ended each time; nobody disturbs any more.
     */
    void revive() {
        isCalm = true;
        isEnded = false;
        news.clear();
        board.clear();
        now += Duration.ofDays(2).toNanos();
        nodes.forEach(node -> node.frontier.revive());
    }

    private void disturb() {
        if (nodes.isEmpty()) return;
        var node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(8)) {
            case 0 -> {
                troubles++;
                if (random.nextBoolean()) die(node);
                else node.line.after(1 + random.nextInt(40), node.line::die);
            }
            case 1 -> {
                if (nodes.size() < 6) nodes.add(new Node());
            }
            case 2 -> {
                troubles++;
                node.isDraining = true;
                for (int shard : node.frontier.shardsHere()) retire(node, shard);
            }
            case 3, 4 -> node.stallsBefore = Optional.of(Step.values()[random.nextInt(4)]);
            case 5 -> {
                int operations = random.nextInt(20);
                if (operations == 0) cut(node);
                else node.line.after(operations, () -> cut(node));
            }
            case 6 -> {
                // For no reason that the node would know of.
                troubles++;
                int operations = random.nextInt(20);
                if (operations == 0) takeOver(node);
                else node.line.after(operations, () -> takeOver(node));
            }
            default -> {
                var here = node.frontier.shardsHere();
                if (!here.isEmpty()) retire(node, here.get(random.nextInt(here.size())));
            }
        }
    }

    private void retire(Node node, int shard) {
        if (node.line.isFenced() || node.step != Step.TAKE) return;
        if (node.leaving.add(shard)) node.frontier.retire(shard, node.clock());
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(nanos, what));
    }

    /** It does nothing for a while, and may be dead by then. */
    private void stall(Node node) {
        troubles++;
        stalls++;
        // Between the last look at its lease and what it begins then, the switch alone helps.
        boolean isShort = node.step == Step.START;
        long span = isShort ? random.nextLong(SWITCH) : random.nextLong(seconds(40));
        node.awakeNanos = now + span;
        if (haveSwitches && span > SWITCH) {
            node.awakeNanos = Long.MAX_VALUE;
            at(now + SWITCH, () -> die(node));
        }
        if (span > SESSION && random.nextInt(4) > 0)
            at(now + SESSION + random.nextLong(seconds(8)), () -> takeOver(node));
    }

    /** It reaches no broker for a while. */
    private void cut(Node node) {
        troubles++;
        cuts++;
        node.line.cut();
        long span = random.nextLong(seconds(20));
        at(now + span, node.line::mend);
        if (span > SESSION && random.nextInt(4) > 0)
            at(now + SESSION + random.nextLong(seconds(8)), () -> takeOver(node));
    }

    /** Its letters and its requests may still arrive; nothing that it did not commit is known. */
    private void die(Node node) {
        if (!nodes.remove(node)) return;
        deaths++;
        kept.values().removeIf(node::equals);
        // The servers may not be told of the end of a machine.
        boolean isPowerCut = random.nextBoolean();
        long last = isPowerCut ? now + WAIT_OUT.toNanos() * 9 / 10 : now;
        for (var request : node.running) {
            var ghost = new Running(request.task, Math.min(request.endNanos, last));
            if (!request.isEnded) ghosts.add(ghost);
        }
        // What its last commit did not reach is lost with it, but letters it never sent, too.
        loseLetters(node);
        takeOverSoon(node);
    }

    /** It has noticed that it is an owner no more, or may not be one: it closes its connections. */
    private void giveUp(Node node) {
        if (!nodes.remove(node)) return;
        kept.values().removeIf(node::equals);
        for (var request : node.running) if (!request.isEnded) end(request.task, now);
        loseLetters(node);
        takeOverSoon(node);
    }

    private void takeOverSoon(Node node) {
        if (node.line.isFenced()) return;
        count(node);
        if (random.nextBoolean()) takeOver(node);
        else at(now + random.nextLong(seconds(10)), () -> takeOver(node));
    }

    /** What it had in hand may be asked for by others once more. */
    private void count(Node node) {
        mayBeRepeated += node.running.size() + node.uncommitted.size() + node.owed;
    }

    /** Others fence it, whether it lives or not, and have its shards. */
    private void takeOver(Node node) {
        if (node.line.isFenced()) return;
        node.line.fence();
        fences++;
        if (nodes.contains(node)) count(node);
        for (int i = 0; i < shards; i++)
            if (owners.get(i) == node) adopt(i, anyWilling(), WAIT_OUT);
    }

    /** Pages whose links may not have arrived are asked for again. */
    private static int owed(Node node) {
        int owed = 0;
        for (int i = node.frontier.shardsHere().size() - 1; i >= 0; i--)
            owed += node.frontier.state(i).owed.size();
        return owed;
    }

    /** Only the tail of what a node sent can be lost. */
    private void loseLetters(Node node) {
        for (int i = late.size() - 1; i >= 0; i--) {
            if (late.get(i).from != node) continue;
            if (random.nextInt(3) == 0) return;
            late.remove(i);
        }
    }

    private void turn(Node node) throws IOException {
        if (!node.isAwake()) return;
        try {
            beat(node);
            hearOfEnds(node);
            if (isAsStepped(node)) rest(node);
        } catch (NodeLine.Died _) {
            die(node);
        } catch (DiskLostException _) {
            giveUp(node);
        } catch (IOException | RuntimeException e) {
            // Others have deleted files since it lost its shards.
            if (node.line.isDead()) die(node);
            else if (node.line.isFenced()) giveUp(node);
            else throw e;
        }
    }

    /** Goes through its steps; returns whether it came to the end of them. */
    private boolean isAsStepped(Node node) throws IOException {
        do {
            if (node.stallsBefore.equals(Optional.of(node.step))) {
                node.stallsBefore = Optional.empty();
                stall(node);
                return false;
            }
            node.step =
                    switch (node.step) {
                        case TAKE -> take(node);
                        case COMMIT -> commit(node);
                        case CHECK_LEASE -> now - node.ackedNanos < LEASE ? Step.START : Step.TAKE;
                        case START -> start(node);
                    };
        } while (node.step != Step.TAKE);
        return true;
    }

    private Step take(Node node) {
        for (var shard : node.frontier.shardsHere()) read(node, shard);
        int most = 1 + random.nextInt(8);
        while (node.running.size() + node.starting.size() < most) {
            var task = node.frontier.next(node.clock());
            if (task.isEmpty()) break;
            node.starting.add(new Taken(task.get(), now));
        }
        return Step.COMMIT;
    }

    private Step commit(Node node) throws IOException {
        // That one owes no more is decided in a commit, and written by the next.
        int owed = owed(node);
        try {
            node.frontier.commit(node.clock());
        } catch (DiskLostException e) {
            throw e;
        } catch (IOException e) {
            if (!node.line.isCut() || node.line.isDead()) throw e;
            refuseCutOff(node);
            return Step.TAKE;
        }
        node.owed = owed;
        node.uncommitted.clear();
        if (node.line.isWell()) {
            node.ackedNanos = now;
            requireDurable(node);
        }
        return Step.CHECK_LEASE;
    }

    private void refuseCutOff(Node node) throws DiskLostException {
        if (now - node.ackedNanos > CUT_OFF) throw new DiskLostException("cut off");
    }

    private Step start(Node node) {
        for (var taken : node.starting) start(node, taken);
        node.starting.clear();
        return Step.TAKE;
    }

    /** Twice a second: it lives, and reports. */
    private void beat(Node node) throws IOException {
        if (now - node.beatNanos < BEAT) return;
        node.beatNanos = now;
        if (node.line.isFenced()) throw new DiskLostException("fenced");
        if (!node.line.isWell()) {
            refuseCutOff(node);
            return;
        }
        node.ackedNanos = now;
        var read = new TreeMap<Integer, Long>();
        for (int shard : node.frontier.shardsHere())
            read.put(shard, node.frontier.inboxOffset(shard));
        boolean isIdle = node.running.isEmpty() && node.starting.isEmpty();
        var report = new IdleShards.Report(read, isIdle && node.frontier.isIdle());
        node.newsNanos = Math.max(node.newsNanos, now + random.nextInt(300) * 1_000_000L);
        news.add(new News(node.number, report, node.newsNanos));
        lookForEnd();
    }

    private void lookForEnd() {
        var lately =
                board.values().stream()
                        .filter(each -> now - each.arrivesNanos() < SILENCE)
                        .map(News::report)
                        .toList();
        var read = IdleShards.lettersRead(shards, lately);
        if (read.isEmpty()) return;
        for (int i = 0; i < shards; i++)
            if (read.get().getOrDefault(i, 0L) != inboxes.get(i).size()) return;
        if (!isEnded)
            mayBeRevived = nodes.stream().mapToLong(n -> n.frontier.counts().parked()).sum();
        isEnded = true;
    }

    private void rest(Node node) throws IOException {
        try {
            if (random.nextInt(60) == 0) node.frontier.checkpoint();
        } catch (DiskLostException e) {
            throw e;
        } catch (IOException e) {
            // The next one may succeed.
            if (!node.line.isCut() || node.line.isDead()) throw e;
            return;
        }
        for (var shard : List.copyOf(node.leaving)) {
            if (!node.line.isWell() || !node.frontier.isAtRest(shard, node.clock())) continue;
            letGo(node, shard);
        }
        if (node.isDraining && node.frontier.shardsHere().isEmpty() && node.running.isEmpty()) {
            node.frontier.close();
            nodes.remove(node);
            if (nodes.isEmpty()) nodes.add(new Node());
        }
    }

    private void letGo(Node node, int shard) throws IOException {
        try {
            node.frontier.letGo(shard, node.clock());
        } catch (IOException e) {
            // What it has written of it is not known: it begins anew.
            throw new DiskLostException("not released", e);
        }
        if (owners.get(shard) != node) throw new DiskLostException("fenced");
        node.leaving.remove(shard);
        owners.remove(shard);
        share();
    }

    /** Nothing is begun before what was decided is out of this node's hands. */
    private void requireDurable(Node node) {
        for (var name : disk.list()) {
            int slash = name.indexOf('/');
            boolean isJournal = name.startsWith("journal-", slash + 1);
            if (isJournal
                    && disk.unsyncedBytes(name) > 0
                    && owners.get(Integer.parseInt(name.substring(0, slash))) == node)
                throw new AssertionError("not synced by a commit: " + name);
        }
    }

    private void read(Node node, int shard) {
        if (node.leaving.contains(shard)) return;
        var inbox = inboxes.get(shard);
        for (int most = random.nextInt(4); most > 0; most--) {
            long at = node.frontier.inboxOffset(shard);
            if (at >= inbox.size()) return;
            node.frontier.receive(shard, at + 1, inbox.get((int) at), node.clock());
        }
    }

    private void start(Node node, Taken taken) {
        var task = taken.task();
        check(node, taken);
        for (var key : keys(task)) open.merge(key, 1, Integer::sum);
        node.running.add(new Running(task, now + Duration.ofMillis(spanMillis()).toNanos()));
    }

    private int spanMillis() {
        // A process without a switch that is stopped keeps its connections, and nobody can help it.
        if (haveSwitches && random.nextInt(100) == 0) return 25_000;
        return random.nextInt(10) == 0 ? 5_000 : random.nextInt(800);
    }

    private List<Object> keys(Task task) {
        var keys = new ArrayList<Object>();
        if (task instanceof Task.Resolve) return keys;
        keys.add(task.host());
        var pace = options.pace();
        if (pace.connectionsPerAddress() > 0)
            web.addresses(task.host()).stream().map(Network::paced).distinct().forEach(keys::add);
        if (pace.limitsDomains()) keys.add("d:" + Host.domainOf(task.host()));
        return keys;
    }

    private void check(Node node, Taken taken) {
        var task = taken.task();
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
            // A clock that is fast makes all delays a little shorter.
            long least = (long) (delay.toNanos() * (1 - 2 * DRIFT));
            var last = lastEnd.get(key);
            // Where several may be under way at once, another may have ended since it was taken.
            long at = most == 1 ? now : taken.atNanos();
            if (last != null && last <= at && now - last < least)
                throw new AssertionError(
                        "node "
                                + node.number
                                + ": too early by "
                                + Duration.ofNanos(least - now + last)
                                + " at "
                                + key
                                + ": "
                                + task);
        }
        checkOwner(node, task);
        if (!(task instanceof Task.Fetch fetch)) return;
        if (answered.containsKey(fetch.url())) {
            repeated.add(fetch.url());
            if (repeated.size() > mayBeRepeated)
                throw new AssertionError("too many repeated: " + task);
        } else if (isEnded && --mayBeRevived < 0)
            throw new AssertionError("the crawl had ended, and this is asked for: " + task);
    }

    /** One owner acts. One that was fenced may begin what it had decided before, while it may. */
    private void checkOwner(Node node, Task task) {
        int shard = Url.shardOf(task.host(), shards);
        boolean isLeased = now - node.ackedNanos < LEASE + SWITCH;
        if (owners.get(shard) != node && !(node.line.isFenced() && isLeased))
            throw new AssertionError("node " + node.number + " is not the owner: " + task);
    }

    /** Each place is in one hand: that of the shard to which its keeper gave it. */
    private void checkPlaces(boolean isQuiet) {
        var holders = new TreeMap<String, Integer>();
        var given = new TreeMap<String, Integer>();
        owners.forEach(
                (shard, node) -> {
                    // Of a node that is gone, nobody has read yet what the shard holds.
                    if (!nodes.contains(node)) return;
                    var places = node.frontier.stateOfShard(shard).places;
                    places.each(
                            (key, mine) -> {
                                if (mine == Places.Mine.ASKED) return;
                                var other = holders.put(key, shard);
                                if (other != null)
                                    throw new AssertionError(
                                            "shards %d and %d have %s"
                                                    .formatted(other, shard, key));
                            });
                    places.eachGiven(given::put);
                });
        holders.forEach(
                (key, shard) -> {
                    var keeper = owners.get(Url.shardOf(key, shards));
                    if (nodes.contains(keeper) && !shard.equals(given.get(key)))
                        throw new AssertionError(
                                "shard %d has %s of %s".formatted(shard, key, given.get(key)));
                });
        if (isQuiet && !given.equals(holders))
            throw new AssertionError("lost on the way: " + given + " but " + holders);
    }

    private boolean isOver() {
        if (!late.isEmpty() || !ghosts.isEmpty() || !events.isEmpty()) return false;
        for (int i = 0; i < shards; i++) {
            var owner = owners.get(i);
            if (owner == null || owner.leaving.contains(i) || !nodes.contains(owner)) return false;
            if (owner.frontier.inboxOffset(i) < inboxes.get(i).size()) return false;
        }
        for (var node : nodes)
            if (!node.running.isEmpty()
                    || !node.starting.isEmpty()
                    || !node.line.isWell()
                    || !node.isAwake()
                    || !node.frontier.isIdle()) return false;
        return true;
    }

    private void advance() {
        long wake = isOver() ? now + BEAT : Long.MAX_VALUE;
        for (var node : nodes) {
            wake = Math.min(wake, Math.max(node.awakeNanos, wakeAt(node)));
            for (var request : node.running)
                if (!request.isEnded) wake = Math.min(wake, request.endNanos);
        }
        for (var letter : late) wake = Math.min(wake, letter.arrivesNanos);
        for (var event : events) wake = Math.min(wake, event.atNanos);
        for (var ghost : ghosts) wake = Math.min(wake, ghost.endNanos);
        for (int i = 0; i < shards; i++) {
            var owner = owners.get(i);
            if (owner == null || !nodes.contains(owner) || !owner.isAwake()) continue;
            if (owner.frontier.inboxOffset(i) < inboxes.get(i).size()) wake = now;
        }
        if (wake == Long.MAX_VALUE) wake = now + 1_000_000L;
        now = Math.max(now + 1_000_000L, Math.min(wake, now + Duration.ofHours(8).toNanos()));
        late.addAll(arrived());
        for (var each : List.copyOf(news))
            if (each.arrivesNanos <= now) {
                news.remove(each);
                board.put(each.node, each);
            }
        for (var event : List.copyOf(events))
            if (event.atNanos <= now) {
                events.remove(event);
                event.what.run();
            }
        for (var ghost : List.copyOf(ghosts))
            if (ghost.endNanos <= now) {
                ghosts.remove(ghost);
                end(ghost.task, ghost.endNanos);
            }
        for (var node : nodes)
            for (var request : node.running)
                if (!request.isEnded && request.endNanos <= now) {
                    request.isEnded = true;
                    end(request.task, request.endNanos);
                }
    }

    private long wakeAt(Node node) {
        boolean isInTrouble = !node.line.isWell() || node.step != Step.TAKE;
        if (isInTrouble || !node.starting.isEmpty()) return now + BEAT;
        long wake = node.nanosAt(node.frontier.wakeAtNanos());
        return node.leaving.isEmpty() ? wake : Math.min(wake, now + 50_000_000L);
    }

    /** Puts letters that have arrived into the inboxes; returns those that come once more. */
    private List<Late> arrived() {
        var again = new ArrayList<Late>();
        late.removeIf(
                letter -> {
                    if (letter.arrivesNanos > now) return false;
                    inboxes.get(letter.to).add(letter.letter);
                    if (letter.from == null) return true;
                    letter.from.arrived++;
                    if (!isCalm && random.nextInt(30) == 0) {
                        doubles++;
                        long later = now + random.nextLong(seconds(20));
                        again.add(new Late(null, letter.to, letter.letter, later));
                    }
                    return true;
                });
        return again;
    }

    private void end(Task task, long nanos) {
        for (var key : keys(task)) {
            open.merge(key, -1, Integer::sum);
            lastEnd.merge(key, nanos, Math::max);
        }
    }

    /** The node hears of what the servers have answered. */
    private void hearOfEnds(Node node) {
        for (var request : List.copyOf(node.running))
            if (request.isEnded) {
                node.running.remove(request);
                finish(node, request);
            }
    }

    private void finish(Node node, Running request) {
        var task = request.task;
        for (var key : keys(task)) if (key instanceof InetAddress address) kept.put(address, node);
        web.at(request.endNanos);
        var answer = web.answer(task);
        if (task instanceof Task.Fetch fetch) {
            boolean isCut = answer instanceof Result.Cut;
            boolean isDone = answer instanceof Result.Fetched || (isCut && fetch.attempt() > 1);
            if (isDone || isCut) {
                var batch = new ArrayList<Discovered>();
                for (var url : web.links(fetch.url()))
                    batch.add(new Discovered(url, fetch.url(), 1, 0, 0));
                node.frontier.discovered(batch, node.clock());
            }
            if (isDone) {
                answered.merge(fetch.url(), 1, Integer::sum);
                node.uncommitted.add(fetch.url());
            }
        }
        node.frontier.finished(task, answer, node.clock());
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
