package dev.gossamer.cli;

import dev.gossamer.links.DeadLinks;
import dev.gossamer.links.Edge;
import dev.gossamer.links.LinkAnswer;
import dev.gossamer.links.LinkJson;
import dev.gossamer.links.LinkPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answers of {@code gossamer links} as lines for people. */
final class LinkText {
    private final List<String> lines = new ArrayList<>();

    private LinkText() {}

    static List<String> of(LinkAnswer answer) {
        var text = new LinkText();
        switch (answer) {
            case LinkAnswer.Size size -> text.size(size);
            case LinkAnswer.To to -> text.to(to);
            case LinkAnswer.From from -> text.from(from);
            case LinkAnswer.Top top -> text.top(top);
            case LinkAnswer.Hosts hosts -> text.hosts(hosts);
            case LinkAnswer.Dead dead -> text.dead(dead);
            case LinkAnswer.Path path -> text.path(path);
        }
        return text.lines;
    }

    private void size(LinkAnswer.Size size) {
        var counts = size.counts();
        line(
                "%,d links of %,d pages to and among %,d URLs",
                counts.edges(), counts.pages(), counts.urls());
        line("ask with --to URL, --from URL, --top N, --hosts, --dead, --path A B or --svg FILE");
    }

    private void to(LinkAnswer.To to) {
        line("%s", to.url());
        if (to.links() == 0) {
            line("  nothing links to it" + (to.isFetched() ? "" : ", and it was not fetched"));
            return;
        }
        line("  %,d %s to it", to.links(), links(to.links()));
        for (var anchor : to.anchors()) line("  %,7d × %s", anchor.count(), quoted(anchor.text()));
        line("");
        for (var link : to.from()) line("  %s%s", link.source(), words(link.kind(), link.text()));
        more(to.links() - to.from().size());
    }

    private void from(LinkAnswer.From from) {
        line("%s", from.url());
        if (from.page().isEmpty()) {
            line("  was not fetched (%s tells more)", TypedCommand.with("why"));
            return;
        }
        var page = from.page().get();
        line(
                "  status %d at %s, %,d %s",
                page.status(), page.at(), page.links(), links(page.links()));
        line("");
        for (var edge : page.to()) line("  %s%s", edge.target(), words(edge.kind(), edge.text()));
        more(page.links() - page.to().size());
    }

    private void top(LinkAnswer.Top top) {
        boolean isByRank = top.rank().isPresent();
        line("%s%12s%12s", isByRank ? "   rank %" : "", "other hosts", "all pages");
        for (var page : top.pages()) {
            String rank = isByRank ? String.format(Locale.ROOT, "%9.4f", 100 * page.rank()) : "";
            line("%s%12d%12d  %s", rank, page.pagesOfOtherHosts(), page.pages(), page.url());
        }
        if (!isByRank && !top.hasFetched())
            line("none of them was fetched; --by pagerank counts links within a site too");
    }

    private void hosts(LinkAnswer.Hosts all) {
        line("%8s%9s%12s%12s%12s", "pages", "URLs", "hosts in", "links in", "links out");
        for (var host : all.hosts()) {
            line(
                    "%,8d%,9d%,12d%,12d%,12d  %s",
                    host.pages(),
                    host.urls(),
                    host.hostsIn(),
                    host.linksIn(),
                    host.linksOut(),
                    host.host());
        }
        more(all.hostsInAll() - all.hosts().size());
        if (all.links().isEmpty()) return;
        line("");
        for (var link : all.links()) line("%,8d  %s → %s", link.count(), link.from(), link.to());
        more(all.linksInAll() - all.links().size());
    }

    private void dead(LinkAnswer.Dead dead) {
        for (var link : dead.links()) dead(link);
        if (dead.links().isEmpty()) line("no broken links");
    }

    private void dead(DeadLinks.Entry link) {
        line("%s  %s", link.why().replace('_', ' '), link.url());
        for (var holder : link.holders())
            line("     in %s%s", holder.source(), words(holder.kind(), holder.text()));
        int rest = link.pages() - link.holders().size();
        if (rest > 0) line("     and in %,d more", rest);
    }

    private void path(LinkAnswer.Path path) {
        if (path.steps().isEmpty()) {
            line("no way by links from %s to %s", path.from(), path.to());
            return;
        }
        line("%s", path.steps().getFirst().url());
        for (LinkPath.Step step : path.steps().subList(1, path.steps().size()))
            line("  → %s%s", step.url(), words(step.by().kind(), step.by().text()));
    }

    private static String links(long count) {
        return count == 1 ? "link" : "links";
    }

    private void more(long rest) {
        if (rest > 0) line("  and %,d more (--limit shows more)", rest);
    }

    /** Names the kind of a link, unless it is a plain one, and its text. */
    private static String words(Edge.Kind kind, String text) {
        return (kind == Edge.Kind.NAVIGATE ? "" : "  [" + LinkJson.kind(kind) + "]")
                + (text.isEmpty() ? "" : "  " + quoted(text));
    }

    private static String quoted(String text) {
        return "\"" + TerminalText.clean(text) + "\"";
    }

    @SuppressWarnings("AnnotateFormatMethod") // would be a dependency for one annotation
    private void line(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }
}
