package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The Link header of an answer (RFC 8288): links like those of link elements. */
public final class LinkHeader {
    private final String value;
    private int at;

    private LinkHeader(String value) {
        this.value = value;
    }

    /**
     * The links of one header. One with an {@code anchor} speaks of another document and is passed
     * over; so is one without a relation.
     *
     * @param page whose answer it is
     * @param value several headers may be joined with commas
     */
    public static List<Link> parse(Url page, String value) {
        var references = new References(page, Encoding.UTF_8);
        var header = new LinkHeader(value);
        List<Link> links = new ArrayList<>();
        while (header.findTarget() && links.size() < ParseLimits.LINKS) {
            String reference = header.readTarget();
            Map<String, String> parameters = header.readParameters();
            String rel = parameters.getOrDefault("rel", "").strip().toLowerCase(Locale.ROOT);
            String tokens = rel.replaceAll("\\s+", " ");
            if (tokens.isEmpty() || parameters.containsKey("anchor")) continue;
            String title =
                    CollapsedText.of(
                            parameters.getOrDefault("title", ""), ParseLimits.ANCHOR_CHARS);
            LinkRelation.kind(tokens)
                    .ifPresent(
                            kind ->
                                    references
                                            .resolve(reference)
                                            .ifPresent(
                                                    url ->
                                                            links.add(
                                                                    new Link(
                                                                            url, kind, tokens,
                                                                            title, 0))));
        }
        return links;
    }

    private boolean findTarget() {
        at = value.indexOf('<', at);
        return at >= 0 && value.indexOf('>', at) >= 0;
    }

    private String readTarget() {
        int close = value.indexOf('>', at);
        String target = value.substring(at + 1, close);
        at = close + 1;
        return target;
    }

    /** Up to the comma that ends this link; of several with one name the first counts. */
    private Map<String, String> readParameters() {
        Map<String, String> parameters = new HashMap<>();
        while (at < value.length() && value.charAt(at) != ',') {
            if (value.charAt(at++) != ';') continue;
            int from = at;
            while (at < value.length() && "=;,".indexOf(value.charAt(at)) < 0) at++;
            String name = value.substring(from, at).strip().toLowerCase(Locale.ROOT);
            String text = "";
            if (at < value.length() && value.charAt(at) == '=') {
                at++;
                text = readValue();
            }
            parameters.putIfAbsent(name, text);
        }
        return parameters;
    }

    private String readValue() {
        while (at < value.length() && (value.charAt(at) == ' ' || value.charAt(at) == '\t')) at++;
        var out = new StringBuilder();
        if (at < value.length() && value.charAt(at) == '"') {
            for (at++; at < value.length() && value.charAt(at) != '"'; at++) {
                if (value.charAt(at) == '\\' && at + 1 < value.length()) at++;
                out.append(value.charAt(at));
            }
            at = Math.min(at + 1, value.length());
        } else {
            while (at < value.length() && ";,".indexOf(value.charAt(at)) < 0) {
                out.append(value.charAt(at++));
            }
        }
        return out.toString().strip();
    }
}
