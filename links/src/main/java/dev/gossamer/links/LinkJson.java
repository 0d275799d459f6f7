package dev.gossamer.links;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The answers about a graph of links as JSON for programs: maps, lists, texts and numbers. {@code
 * gossamer links --json} and the server answer so.
 */
public final class LinkJson {
    private LinkJson() {}

    /** Returns an answer as JSON. */
    public static Map<String, Object> of(LinkAnswer answer) {
        return switch (answer) {
            case LinkAnswer.Size(var counts) ->
                    entry("urls", counts.urls(), "pages", counts.pages(), "links", counts.edges());
            case LinkAnswer.To to -> to(to);
            case LinkAnswer.From from -> from(from);
            case LinkAnswer.Top top -> top(top);
            case LinkAnswer.Hosts all ->
                    entry(
                            "hosts", all.hosts(),
                            "links", all.links(),
                            "hostsInAll", all.hostsInAll(),
                            "linksInAll", all.linksInAll());
            case LinkAnswer.Dead dead -> dead(dead);
            case LinkAnswer.Path path -> path(path);
        };
    }

    private static Map<String, Object> to(LinkAnswer.To to) {
        var anchors = new ArrayList<Object>();
        for (var anchor : to.anchors())
            anchors.add(entry("text", anchor.text(), "count", anchor.count()));
        return entry(
                "url", to.url().toString(),
                "links", to.links(),
                "anchors", anchors,
                "from", to.from().stream().map(LinkJson::link).toList());
    }

    private static Map<String, Object> from(LinkAnswer.From from) {
        var json = entry("url", from.url().toString(), "fetched", from.page().isPresent());
        from.page()
                .ifPresent(
                        page -> {
                            json.put("status", page.status());
                            json.put("at", page.at().toString());
                            json.put("links", page.links());
                            json.put("to", page.to().stream().map(LinkJson::link).toList());
                        });
        return json;
    }

    private static Map<String, Object> top(LinkAnswer.Top top) {
        Map<String, Object> json = entry();
        top.rank()
                .ifPresent(
                        rank -> {
                            json.put("iterations", rank.iterations());
                            json.put("change", rank.change());
                        });
        boolean isByRank = top.rank().isPresent();
        json.put("top", top.pages().stream().map(page -> page(page, isByRank)).toList());
        return json;
    }

    private static Map<String, Object> page(TopPages.Entry page, boolean isByRank) {
        var json =
                entry(
                        "url", page.url().toString(),
                        "pages", page.pages(),
                        "pagesOfOtherHosts", page.pagesOfOtherHosts());
        if (isByRank) json.put("rank", page.rank());
        return json;
    }

    private static Map<String, Object> dead(LinkAnswer.Dead dead) {
        var entries = new ArrayList<Object>();
        for (var link : dead.links()) {
            entries.add(
                    entry(
                            "url", link.url().toString(),
                            "why", link.why(),
                            "pages", link.pages(),
                            "from", link.holders().stream().map(LinkJson::link).toList()));
        }
        return entry("dead", entries);
    }

    private static Map<String, Object> path(LinkAnswer.Path path) {
        List<LinkPath.Step> steps = path.steps();
        var way = new ArrayList<Object>();
        for (var step : steps) {
            way.add(
                    way.isEmpty()
                            ? entry("url", step.url().toString())
                            : link(step.url(), step.by().kind(), step.by().text()));
        }
        var json = entry("from", path.from().toString(), "to", path.to().toString());
        if (!steps.isEmpty()) json.put("links", steps.size() - 1);
        json.put("path", way);
        return json;
    }

    private static Map<String, Object> link(InLink link) {
        return link(link.source(), link.kind(), link.text());
    }

    private static Map<String, Object> link(Edge edge) {
        return link(edge.target(), edge.kind(), edge.text());
    }

    private static Map<String, Object> link(Url url, Edge.Kind kind, String text) {
        return entry("url", url.toString(), "kind", kind(kind), "text", text);
    }

    /** Returns the word for a kind of link. */
    public static String kind(Edge.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> entry(Object... keysAndValues) {
        Map<String, Object> entry = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2)
            entry.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
        return entry;
    }
}
