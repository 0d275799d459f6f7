package dev.gossamer.store;

import dev.gossamer.http.MediaType;
import dev.gossamer.http.Headers;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The fields that a line of JSON can hold of a page, in this order, each under its label. */
public enum PageField {
    URL,
    TIME,
    STATUS,
    TYPE,
    VIA,
    DIGEST,
    TITLE,
    TEXT,
    LINKS;

    public static final Set<PageField> ALL = Set.copyOf(EnumSet.allOf(PageField.class));

    /** Returns the fields of these names, in any case. */
    public static Set<PageField> named(List<String> names) {
        return named(names, ALL);
    }

    /** Returns the fields of these names, in any case, out of those that there are. */
    public static Set<PageField> named(List<String> names, Set<PageField> among) {
        var fields = EnumSet.noneOf(PageField.class);
        for (String name : names) {
            fields.add(
                    among.stream()
                            .filter(field -> field.label().equalsIgnoreCase(name.strip()))
                            .findAny()
                            .orElseThrow(() -> unknown(name, among)));
        }
        return fields;
    }

    private static IllegalArgumentException unknown(String name, Set<PageField> among) {
        var labels = among.stream().sorted().map(PageField::label).toList();
        return new IllegalArgumentException("no field '" + name + "'; there are " + labels);
    }

    /** Returns the name of the field in an object or a column. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A page from wherever it comes. Empty strings and lists are left out of the line. */
    private record Page(
            String url,
            Instant at,
            int status,
            String type,
            String via,
            String digest,
            Optional<PageFacts> facts) {}

    static String line(Set<PageField> fields, Capture capture) {
        return line(
                fields,
                new Page(
                        capture.url().toString(),
                        capture.at(),
                        capture.status(),
                        MediaType.essence(Headers.of(capture.responseHead())),
                        capture.via().toString(),
                        capture.payloadDigest().map(PayloadDigest::toString).orElse(""),
                        capture.page()));
    }

    /** Returns the line of a page that was read from an archive. */
    public static String line(Set<PageField> fields, ArchivedPage page, Optional<PageFacts> facts) {
        boolean isDigested = fields.contains(DIGEST);
        String digest = isDigested ? page.digest().map(PayloadDigest::toString).orElse("") : "";
        return line(
                fields,
                new Page(page.url(), page.at(), page.status(), page.type(), "", digest, facts));
    }

    private static String line(Set<PageField> fields, Page page) {
        int text = page.facts.map(facts -> facts.text().length()).orElse(0);
        var out = new StringBuilder(256 + text);
        for (var field : values()) {
            if (fields.contains(field)) field.append(out, page);
        }
        return out.isEmpty() ? "{}\n" : out.append("}\n").toString();
    }

    private void append(StringBuilder out, Page page) {
        switch (this) {
            case URL -> string(out, page.url);
            case TIME -> string(out, page.at.toString());
            case STATUS -> name(out).append(page.status);
            case TYPE -> string(out, page.type);
            case VIA -> string(out, page.via);
            case DIGEST -> string(out, page.digest);
            case TITLE -> string(out, page.facts.map(PageFacts::title).orElse(""));
            case TEXT -> string(out, page.facts.map(PageFacts::text).orElse(""));
            case LINKS -> links(out, page.facts.map(PageFacts::links).orElse(List.of()));
        }
    }

    private void string(StringBuilder out, String value) {
        if (!value.isEmpty()) Json.quote(name(out), value);
    }

    private void links(StringBuilder out, List<Url> links) {
        if (links.isEmpty()) return;
        name(out);
        char before = '[';
        for (Url link : links) {
            Json.quote(out.append(before), link.toString());
            before = ',';
        }
        out.append(']');
    }

    private StringBuilder name(StringBuilder out) {
        out.append(out.isEmpty() ? "{" : ",");
        Json.quote(out, label());
        return out.append(':');
    }
}
