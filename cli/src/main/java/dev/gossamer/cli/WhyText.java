package dev.gossamer.cli;

import dev.gossamer.alike.Copies;
import dev.gossamer.crawl.Explanation;
import dev.gossamer.url.Url;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What {@code gossamer why} answers, as lines for people to read. */
final class WhyText {
    /** Links and copies that are named; the others are only counted. */
    private static final int MAX_NAMED = 5;

    private final List<String> lines = new ArrayList<>();

    private WhyText() {}

    static List<String> of(Explanation explanation) {
        var text = new WhyText();
        text.explain(explanation);
        return text.lines;
    }

    private void explain(Explanation explanation) {
        explanation
                .change()
                .ifPresent(
                        change -> {
                            lines.add(change.asked().toString());
                            lines.add(
                                    "  the filter '"
                                            + change.filter()
                                            + "' changes it; it is crawled as");
                        });
        lines.add(explanation.url().toString());
        fate(explanation.url(), explanation.fate());
        explanation.captures().forEach(this::capture);
        copies(explanation.copies());
        explanation.discovery().ifPresent(this::discovery);
        explanation
                .links()
                .ifPresentOrElse(
                        this::links,
                        () ->
                                lines.add(
                                        "  links to it: not known ('%s' reads them)"
                                                .formatted(TypedCommand.with("index", "DIR"))));
    }

    private void fate(Url url, Explanation.Fate fate) {
        lines.add(
                switch (fate.state()) {
                    case NEVER_QUEUED -> "  was never queued";
                    case QUEUED ->
                            "  waits in the queue of its origin behind " + fate.ahead() + " others";
                    case UNDER_WAY -> "  is being fetched";
                    case FETCHED -> "  was fetched";
                    case DECLINED -> "  was asked for, but not downloaded";
                    case PARKED -> "  could not be fetched so far";
                    case DROPPED -> "  was dropped when its turn came";
                });
        fate.reason()
                .ifPresent(
                        reason -> {
                            lines.add("  " + reason.text());
                            if (!reason.advice().isEmpty()) lines.add("  " + reason.advice());
                        });
        if (fate.attempts() > 0) lines.add("  requests made for it: " + fate.attempts());
        for (var failure : fate.failures()) {
            String at =
                    failure.at()
                            .map(time -> " at " + time.truncatedTo(ChronoUnit.SECONDS))
                            .orElse("");
            String of = failure.url().equals(url) ? "" : " of " + failure.url();
            lines.add("    " + failure.fault().replace('_', ' ') + of + at);
        }
    }

    private void capture(Explanation.Capture capture) {
        lines.add(
                "  archived %s, status %d, in %s at %d"
                        .formatted(
                                capture.at(), capture.status(), capture.file(), capture.offset()));
        capture.original()
                .ifPresent(
                        original -> lines.add("    without its content, which is " + of(original)));
    }

    private static String of(Explanation.Original original) {
        String where = original.earlier().map(folder -> ", in " + folder).orElse("");
        return "that of "
                + original.url()
                + " of "
                + original.at()
                + (original.isReadable() ? where : ", which is not there any more");
    }

    private void copies(Copies copies) {
        others("have the same content", copies.same());
        copies.like().ifPresent(like -> lines.add("  its text is nearly that of " + like));
        others("have nearly its text", copies.near());
    }

    private void others(String what, Set<String> urls) {
        if (urls.isEmpty()) return;
        String more = urls.size() == Copies.MAX_COUNTED ? " or more" : "";
        lines.add("  other URLs that %s: %,d%s".formatted(what, urls.size(), more));
        urls.stream().limit(MAX_NAMED).forEach(other -> lines.add("    " + other));
    }

    /** The way from a seed, backwards. */
    private void discovery(Explanation.Discovery discovery) {
        lines.add(
                "  found "
                        + discovery.found()
                        + " at depth "
                        + discovery.depth()
                        + (discovery.redirects() > 0 ? " by a redirect" : ""));
        for (var hop : discovery.hops())
            lines.add("    " + (hop.isRedirect() ? "redirected from " : "named by ") + hop.url());
        if (discovery.isFromSeed()) lines.add("    which is a seed");
    }

    private void links(Explanation.LinksTo links) {
        lines.add(
                links.count() == 0
                        ? "  no page that was read links to it"
                        : "  links to it that were read: " + links.count());
        links.first().stream()
                .limit(MAX_NAMED)
                .forEach(
                        link ->
                                lines.add(
                                        "    "
                                                + link.source()
                                                + (link.text().isEmpty()
                                                        ? ""
                                                        : "  \u201c" + link.text() + "\u201d")));
    }
}
