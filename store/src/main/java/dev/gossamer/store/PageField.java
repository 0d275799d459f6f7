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

/** What a line of JSON can say of a page; in this order, under the name in lower case. */
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

    /** Fields by their names, whatever their case. */
    public static Set<PageField> named(List<String> names) {
        var fields = EnumSet.noneOf(PageField.class);
        for (String name : names) {
            try {
                fields.add(valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "no field '%s'; there are %s"
                                .formatted(
                                        name,
                                        EnumSet.allOf(PageField.class)
                                                .toString()
                                                .toLowerCase(Locale.ROOT)),
                        e);
            }
        }
        return fields;
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

    static String line(Set<PageField> fields, ArchivedPage page, Optional<PageFacts> facts) {
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
        Json.quote(out, name().toLowerCase(Locale.ROOT));
        return out.append(':');
    }
}
