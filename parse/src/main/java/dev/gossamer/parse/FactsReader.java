package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers the {@link Facts} of one page while it is read. */
final class FactsReader {
    private record Alternate(String hreflang, String href) {}

    private @Nullable String title;
    private String description = "";
    private String language = "";
    private @Nullable String canonical;
    private final List<Alternate> alternates = new ArrayList<>(0);
    private final List<Facts.Heading> headings = new ArrayList<>(0);
    private RobotsDirectives robots = RobotsDirectives.NONE;
    private int headingLevel;
    private final CollapsedText heading = new CollapsedText(Limits.HEADING_CHARS);

    boolean wantsTitle() {
        return title == null;
    }

    void title(String text) {
        title = collapse(text, Limits.TITLE_CHARS);
    }

    void description(String text) {
        if (description.isEmpty()) description = collapse(text, Limits.DESCRIPTION_CHARS);
    }

    private static String collapse(String text, int limit) {
        var collapsed = new CollapsedText(limit);
        collapsed.append(text);
        return collapsed.toString();
    }

    void language(String value) {
        if (language.isEmpty()) language = value.strip();
    }

    void robots(RobotsDirectives directives) {
        robots = robots.and(directives);
    }

    /** A link element. */
    void link(String rel, String href, String hreflang) {
        String tokens = " " + rel + " ";
        if (canonical == null && tokens.contains(" canonical ")) canonical = href;
        if (!hreflang.isEmpty()
                && tokens.contains(" alternate ")
                && alternates.size() < Limits.LINKS) {
            alternates.add(new Alternate(hreflang.strip().toLowerCase(Locale.ROOT), href));
        }
    }

    boolean isInHeading() {
        return headingLevel > 0;
    }

    void openHeading(int level) {
        closeHeading();
        headingLevel = level;
    }

    void headingText(String text) {
        if (headingLevel > 0) heading.append(text);
    }

    void closeHeading() {
        if (headingLevel > 0 && !heading.isEmpty() && headings.size() < Limits.HEADINGS) {
            headings.add(new Facts.Heading(headingLevel, heading.toString()));
        }
        heading.clear();
        headingLevel = 0;
    }

    Facts facts(References references) {
        closeHeading();
        List<Facts.Alternate> resolved = new ArrayList<>(alternates.size());
        for (Alternate alternate : alternates) {
            references
                    .resolve(alternate.href)
                    .ifPresent(url -> resolved.add(new Facts.Alternate(alternate.hreflang, url)));
        }
        Optional<Url> canonicalUrl = Optional.ofNullable(canonical).flatMap(references::resolve);
        return new Facts(
                title == null ? "" : title,
                description,
                canonicalUrl,
                language,
                resolved,
                headings,
                robots);
    }
}
