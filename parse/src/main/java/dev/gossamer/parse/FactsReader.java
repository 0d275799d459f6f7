package dev.gossamer.parse;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers the {@link Facts} of one page while it is read. */
final class FactsReader {
    private record Alternate(String hreflang, String href) {}

    private final CollapsedText title = new CollapsedText(ParseLimits.TITLE_CHARS);
    private boolean truncated;
    private String description = "";
    private String language = "";
    private @Nullable String canonical;
    private final List<Alternate> alternates = new ArrayList<>(0);
    private final List<Facts.Heading> headings = new ArrayList<>(0);
    private RobotsDirectives robots = RobotsDirectives.NONE;
    private int headingLevel;
    private final CollapsedText heading = new CollapsedText(ParseLimits.HEADING_CHARS);

    void clear() {
        title.clear();
        heading.clear();
        description = "";
        language = "";
        canonical = null;
        alternates.clear();
        headings.clear();
        robots = RobotsDirectives.NONE;
        headingLevel = 0;
        truncated = false;
    }

    /** Only the first title counts. */
    boolean wantsTitle() {
        return title.isEmpty();
    }

    CollapsedText title() {
        return title;
    }

    void description(String text) {
        if (description.isEmpty()) {
            description = CollapsedText.of(text, ParseLimits.DESCRIPTION_CHARS);
        }
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
                && alternates.size() < ParseLimits.LINKS) {
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

    CollapsedText heading() {
        return heading;
    }

    void closeHeading() {
        if (headingLevel > 0 && !heading.isEmpty()) {
            truncated |= heading.isFull() || headings.size() == ParseLimits.HEADINGS;
            if (headings.size() < ParseLimits.HEADINGS) {
                headings.add(new Facts.Heading(headingLevel, heading.toString()));
            }
        }
        heading.clear();
        headingLevel = 0;
    }

    boolean isTruncated() {
        return truncated || title.isFull();
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
                title.toString(), description, canonicalUrl, language, resolved, headings, robots);
    }
}
