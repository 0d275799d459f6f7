package dev.gossamer.crawl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code gossamer why --json} and the server answer: maps, lists, texts and numbers ({@code
 * docs/why.md}). What is not known is not there.
 */
public final class WhyJson {
    private static final int MAX_NAMED = 5;

    private WhyJson() {}

    /** Returns an explanation as JSON. */
    public static Map<String, Object> of(Explanation explanation) {
        var json = new LinkedHashMap<String, Object>();
        explanation
                .change()
                .ifPresent(
                        change -> {
                            json.put("asked", change.asked().toString());
                            json.put("changedBy", change.filter());
                        });
        json.put("url", explanation.url().toString());
        fate(explanation.fate(), json);
        json.put("captures", explanation.captures().stream().map(WhyJson::capture).toList());
        explanation.copies().like().ifPresent(like -> json.put("like", like));
        json.put("sameContent", explanation.copies().same());
        json.put("nearlySameText", explanation.copies().near());
        explanation.discovery().ifPresent(discovery -> discovery(discovery, json));
        explanation
                .links()
                .ifPresent(
                        links -> {
                            json.put("links", links.count());
                            json.put("linkedFrom", sources(links));
                        });
        return json;
    }

    private static List<String> sources(Explanation.LinksTo links) {
        return links.first().stream()
                .limit(MAX_NAMED)
                .map(link -> link.source().toString())
                .toList();
    }

    private static void fate(Explanation.Fate fate, Map<String, Object> json) {
        json.put("state", fate.state().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        fate.reason()
                .ifPresent(
                        reason -> {
                            json.put("rule", reason.rule());
                            json.put("reason", reason.text());
                            if (!reason.advice().isEmpty()) json.put("advice", reason.advice());
                        });
        if (fate.state() == Explanation.State.QUEUED) json.put("ahead", fate.ahead());
        json.put("attempts", fate.attempts());
        json.put("failures", fate.failures().stream().map(WhyJson::failure).toList());
    }

    private static Map<String, Object> failure(Explanation.Failure failure) {
        var json = new LinkedHashMap<String, Object>();
        failure.at().ifPresent(at -> json.put("at", at.toString()));
        json.put("url", failure.url().toString());
        json.put("fault", failure.fault());
        if (!failure.detail().isEmpty()) json.put("detail", failure.detail());
        return json;
    }

    private static Map<String, Object> capture(Explanation.Capture capture) {
        var json = new LinkedHashMap<String, Object>();
        json.put("at", capture.at().toString());
        json.put("status", capture.status());
        json.put("file", capture.file());
        json.put("offset", capture.offset());
        capture.original()
                .ifPresent(
                        original -> {
                            json.put("original", original.url());
                            json.put("originalAt", original.at().toString());
                        });
        return json;
    }

    private static void discovery(Explanation.Discovery discovery, Map<String, Object> json) {
        json.put("found", discovery.found().toString());
        json.put("depth", discovery.depth());
        json.put("redirects", discovery.redirects());
        json.put("via", discovery.hops().stream().map(hop -> hop.url().toString()).toList());
    }
}
