package dev.gossamer.crawl;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.http.MediaType;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the archive for several followers at once, from where the one farthest behind stands; each
 * is told what it does not know. One that fails is left out from then on and does not hold up the
 * others: what it has not read stays in the archive. Owned by one thread, which has the help of all
 * processors once a follower reads alone. The followers are not closed with it.
 */
final class Following implements AutoCloseable {
    /** Pages of this size, unpacked, are read one at a time, however many processors help. */
    static final int LARGE_BYTES = 1 << 20;

    /** Of bodies as archived, that are at hand at a time, and one more body. */
    private static final long BATCH_BYTES = 1 << 23;

    private final List<Member> members = new ArrayList<>();
    private final Map<String, String> problems;
    private final Skips skips;
    private final ArchiveTail tail;

    /** Those not at work in this moment. */
    private final Queue<HtmlParser> parsers = new ConcurrentLinkedQueue<>();

    private final CrawlOptions options;

    /** Held from the unpacking of a large page until all have read it. */
    private final ReentrantLock large = new ReentrantLock();

    private boolean isAlone;
    private boolean isCommitted = true;

    /**
     * @param problems is told of those that fail, by name
     * @param skips is told what was passed over
     */
    Following(
            Archive archive,
            List<Follower> followers,
            CrawlOptions options,
            Map<String, String> problems,
            Skips skips) {
        this.problems = problems;
        this.skips = skips;
        this.options = options;
        for (var follower : followers) members.add(new Member(follower, follower.position()));
        tail =
                ArchiveTail.open(
                        archive,
                        members.stream()
                                .map(Member::from)
                                .reduce(ArchivePosition::earlier)
                                .orElse(ArchivePosition.START),
                        skips::damaged);
    }

    /**
     * @param from what lies before was read by it in an earlier run
     */
    private record Member(Follower follower, ArchivePosition from) {}

    /**
     * A capture as it came from the archive.
     *
     * @param end where its record ends in the file of that number
     */
    private record Capture(Url url, ArchivedPage page, int serial, long end) {
        Skips.Place place() {
            return new Skips.Place(serial, end);
        }
    }

    /**
     * Hands on the next captures, at most so many.
     *
     * @return how many; zero when there is none for now
     */
    int read(int most) throws IOException {
        if (members.isEmpty()) return 0;
        // Those of one URL stay in their order, whoever else is at work.
        var byUrl = new LinkedHashMap<Url, List<Capture>>();
        int count = 0;
        for (long bytes = 0; count < most && bytes < BATCH_BYTES; count++) {
            var next = tail.next();
            if (next.isEmpty()) break;
            bytes += next.get().body().length;
            capture(next.get())
                    .ifPresent(
                            each ->
                                    byUrl.computeIfAbsent(each.url, _ -> new ArrayList<>())
                                            .add(each));
        }
        if (byUrl.isEmpty()) return count;
        isCommitted = false;
        var groups = isAlone ? byUrl.values().parallelStream() : byUrl.values().stream();
        // None may be at work any more when the caller hears of a failure and closes the followers.
        var failure = new AtomicReference<@Nullable Throwable>();
        groups.forEach(captures -> handOn(captures, failure));
        switch (failure.get()) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw (Error) e;
        }
        members.removeIf(member -> problems.containsKey(member.follower.name()));
        return count;
    }

    /** Empty for what is no page of the web: robots.txt, and what has no URL of ours. */
    private Optional<Capture> capture(ArchivedPage page) {
        int serial = tail.serial();
        long end = tail.position().offset(serial);
        return Url.parse(page.url())
                .filter(url -> !url.path().equals("/robots.txt"))
                .map(url -> new Capture(url, page, serial, end));
    }

    /** Up to the first failure of any that is not the page's own. */
    private void handOn(List<Capture> captures, AtomicReference<@Nullable Throwable> failure) {
        for (var capture : captures) {
            if (failure.get() != null) return;
            try {
                handOn(capture);
            } catch (IOException | RuntimeException | Error e) {
                if (isOfThePage(e)) leaveOut(capture, e);
                else failure.compareAndSet(null, e);
            }
        }
    }

    /** It could not be unpacked or parsed, so that nobody was told of it. */
    private void leaveOut(Capture capture, Throwable cause) {
        for (var member : members) {
            skips.leftOut(member.follower.name(), capture.place(), capture.url, cause);
        }
    }

    private void handOn(Capture capture) throws IOException {
        int most = options.network().answer().maxDecodedBytes();
        byte[] content = content(capture.page, Math.min(most, LARGE_BYTES));
        if (content.length < LARGE_BYTES) {
            handOn(capture, content);
            return;
        }
        large.lock();
        try {
            handOn(capture, content(capture.page, most));
        } finally {
            large.unlock();
        }
    }

    private void handOn(Capture capture, byte[] content) {
        var page = followed(capture.url, capture.page, content);
        for (var member : members) {
            boolean isKnown = capture.end <= member.from.offset(capture.serial);
            if (!isKnown) tell(member, capture, page);
        }
    }

    private void tell(Member member, Capture capture, Follower.Followed page) {
        String name = member.follower.name();
        if (skips.isSkipped(name, capture.place())) return;
        run(
                member,
                () -> {
                    try {
                        member.follower.read(page);
                    } catch (RuntimeException | Error e) {
                        if (!isOfThePage(e)) throw e;
                        // What it holds in memory may be half of something: it is opened anew.
                        skips.failed(name, capture.place(), capture.url, e);
                        problems.putIfAbsent(name, "broke at " + capture.url + ": " + e);
                    }
                });
    }

    /** A mistake of ours that another page need not meet; not the end of memory. */
    private static boolean isOfThePage(Throwable e) {
        return !(e instanceof VirtualMachineError) || e instanceof StackOverflowError;
    }

    /** Unpacked; empty where there are no links or words to be read. */
    private static byte[] content(ArchivedPage page, int most) throws IOException {
        boolean isRead = isPage(page) && (page.isHtml() || isPlainText(page));
        return isRead ? page.content(most) : new byte[0];
    }

    private static boolean isPage(ArchivedPage page) {
        return page.status() / 100 == 2;
    }

    private static boolean isPlainText(ArchivedPage page) {
        return page.type().equals("text/plain");
    }

    /** Makes durable what was read; whether there was anything. */
    boolean commit() {
        if (isCommitted) return false;
        isCommitted = true;
        each(member -> () -> member.follower.commit(member.from.later(tail.position())));
        return true;
    }

    /** The machine is idle, and there is one follower. */
    void beginAlone() {
        isAlone = true;
        each(member -> member.follower::beginAlone);
    }

    /** A look at the whole, right after a commit. */
    void settle() {
        commit();
        each(member -> member.follower::settle);
    }

    /** Up to where this one was told, committed or not. */
    ArchivePosition position(Follower follower) {
        for (var member : members) {
            if (member.follower.equals(follower)) return member.from.later(tail.position());
        }
        return follower.position();
    }

    private interface Task {
        void run() throws IOException;
    }

    private void each(Function<Member, Task> task) {
        for (var member : members) run(member, task.apply(member));
        members.removeIf(member -> problems.containsKey(member.follower.name()));
    }

    /** One that has failed is told nothing more. */
    private void run(Member member, Task task) {
        String name = member.follower.name();
        if (problems.containsKey(name)) return;
        try {
            task.run();
        } catch (IOException e) {
            problems.putIfAbsent(name, Followers.told(e));
        } catch (RuntimeException e) {
            // A mistake of ours; what the disk does is told by the status alone.
            if (problems.putIfAbsent(name, Followers.told(e)) != null) return;
            Followers.complain("the " + name + " stays behind", e);
        }
    }

    private Follower.Followed followed(Url url, ArchivedPage page, byte[] content) {
        var parsed =
                isPage(page) && page.isHtml()
                        ? Optional.of(parse(url, page, content))
                        : Optional.<ParsedPage>empty();
        String text = parsed.map(ParsedPage::text).orElse("");
        if (isPage(page) && isPlainText(page)) text = plainText(page, content);
        Optional<Url> location =
                Reader.isRedirect(page.status())
                        ? page.field("location")
                                .flatMap(url::resolve)
                                .map(options.reach().normal().form()::apply)
                        : Optional.empty();
        return new Follower.Followed(
                url,
                page.at(),
                page.status(),
                page.type(),
                parsed,
                text,
                location,
                isNoindex(page, parsed));
    }

    private ParsedPage parse(Url url, ArchivedPage page, byte[] content) {
        var free = parsers.poll();
        var parser = free != null ? free : new HtmlParser(EnumSet.allOf(HtmlParser.Want.class));
        var parsed = parser.parse(url, page.headers().joined("content-type"), content);
        parsers.add(parser);
        return parsed;
    }

    private static String plainText(ArchivedPage page, byte[] content) {
        var charset =
                MediaType.of(page.headers())
                        .flatMap(MediaType::charset)
                        .filter(Following::isKnown)
                        .map(Charset::forName)
                        .orElse(StandardCharsets.UTF_8);
        return new String(content, charset);
    }

    private static boolean isKnown(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isNoindex(ArchivedPage page, Optional<ParsedPage> parsed) {
        String agent = options.identity().agent();
        boolean byServer = RobotsDirectives.of(page.headers(), agent).noindex();
        return byServer || parsed.map(ParsedPage::noindex).orElse(false);
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
