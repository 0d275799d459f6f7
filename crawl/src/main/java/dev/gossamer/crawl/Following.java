package dev.gossamer.crawl;

import dev.gossamer.parse.ContentType;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.ParsedPage;
import dev.gossamer.parse.RobotsDirectives;
import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the archive for several followers at once, from where the one farthest behind stands; each
 * is told what it does not know. One that fails is left out from then on and does not hold up the
 * others: what it has not read stays in the archive. Owned by one thread. The followers are not
 * closed with it.
 */
final class Following implements AutoCloseable {
    /** Of a body, unpacked; what is beyond is not read for links or words. */
    private static final int MAX_CONTENT_BYTES = 1 << 26;

    private final List<Member> members = new ArrayList<>();
    private final Map<String, String> problems;
    private final ArchiveTail tail;
    private final String agent;
    private final NormalForm form;
    private final HtmlParser parser = new HtmlParser(EnumSet.allOf(HtmlParser.Want.class));
    private boolean isCommitted = true;

    /**
     * @param problems is told of those that fail, by name
     */
    Following(
            Archive archive,
            List<Follower> followers,
            NormalForm form,
            String agent,
            Map<String, String> problems) {
        this.problems = problems;
        this.form = form;
        this.agent = agent;
        for (var follower : followers) members.add(new Member(follower, follower.position()));
        tail =
                ArchiveTail.open(
                        archive,
                        members.stream()
                                .map(Member::from)
                                .reduce(ArchivePosition::earlier)
                                .orElse(ArchivePosition.START));
    }

    /**
     * @param from what lies before was read by it in an earlier run
     */
    private record Member(Follower follower, ArchivePosition from) {}

    /** Hands on the next capture; false when there is none for now. */
    boolean step() throws IOException {
        if (members.isEmpty()) return false;
        var next = tail.next();
        if (next.isEmpty()) return false;
        var page = followed(next.get());
        if (page.isEmpty()) return true;
        isCommitted = false;
        int serial = tail.serial();
        long end = tail.position().offset(serial);
        each(
                member -> {
                    boolean isKnown = end <= member.from.offset(serial);
                    if (!isKnown) member.follower.read(page.get());
                });
        return true;
    }

    /** Makes durable what was read; whether there was anything. */
    boolean commit() {
        if (isCommitted) return false;
        isCommitted = true;
        each(member -> member.follower.commit(member.from.later(tail.position())));
        return true;
    }

    void beginAlone() {
        each(member -> member.follower.beginAlone());
    }

    /** A look at the whole, right after a commit. */
    void settle() {
        commit();
        each(member -> member.follower.settle());
    }

    /** Up to where this one was told, committed or not. */
    ArchivePosition position(Follower follower) {
        for (var member : members) {
            if (member.follower.equals(follower)) return member.from.later(tail.position());
        }
        return follower.position();
    }

    private interface Task {
        void run(Member member) throws IOException;
    }

    private void each(Task task) {
        for (var member : List.copyOf(members)) {
            try {
                task.run(member);
            } catch (IOException | RuntimeException e) {
                members.remove(member);
                problems.put(member.follower.name(), String.valueOf(e.getMessage()));
                System.getLogger("dev.gossamer.crawl")
                        .log(
                                System.Logger.Level.WARNING,
                                "the " + member.follower.name() + " stays behind",
                                e);
            }
        }
    }

    /** Empty for what is no page of the web: robots.txt, and what has no URL of ours. */
    private Optional<Follower.Followed> followed(ArchivedPage page) throws IOException {
        var url = Url.parse(page.url());
        if (url.isEmpty() || url.get().path().equals("/robots.txt")) return Optional.empty();
        String type = page.type();
        boolean isPage = page.status() / 100 == 2;
        var parsed =
                isPage && Reader.isHtml(type)
                        ? Optional.of(parse(url.get(), page))
                        : Optional.<ParsedPage>empty();
        String text = parsed.map(ParsedPage::text).orElse("");
        if (isPage && type.equals("text/plain")) text = plainText(page);
        Optional<Url> location =
                Reader.isRedirect(page.status())
                        ? page.field("location").flatMap(url.get()::resolve).map(form::apply)
                        : Optional.empty();
        return Optional.of(
                new Follower.Followed(
                        url.get(),
                        page.at(),
                        page.status(),
                        type,
                        parsed,
                        text,
                        location,
                        isNoindex(page, parsed)));
    }

    private ParsedPage parse(Url url, ArchivedPage page) throws IOException {
        return parser.parse(
                url, page.field("content-type").orElse(""), page.content(MAX_CONTENT_BYTES));
    }

    private static String plainText(ArchivedPage page) throws IOException {
        var charset =
                page.field("content-type")
                        .flatMap(ContentType::parse)
                        .flatMap(ContentType::charset)
                        .filter(Following::isKnown)
                        .map(Charset::forName)
                        .orElse(StandardCharsets.UTF_8);
        return new String(page.content(MAX_CONTENT_BYTES), charset);
    }

    private static boolean isKnown(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isNoindex(ArchivedPage page, Optional<ParsedPage> parsed) {
        boolean byServer =
                page.field("x-robots-tag")
                        .map(value -> RobotsDirectives.ofHeader(value, agent).noindex())
                        .orElse(false);
        return byServer || parsed.map(ParsedPage::noindex).orElse(false);
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
