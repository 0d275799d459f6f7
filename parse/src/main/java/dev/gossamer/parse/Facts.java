package dev.gossamer.parse;

import dev.gossamer.http.RobotsDirectives;
import dev.gossamer.url.Url;
import java.util.List;
import java.util.Optional;

/**
 * What a page says of itself.
 *
 * @param title white space collapsed; empty when there is none
 * @param description of {@code <meta name=description>}; empty when there is none
 * @param canonical of the first {@code <link rel=canonical>} that names a page
 * @param language of {@code <html lang>} or else {@code <meta http-equiv=content-language>}, as
 *     written; empty when there is none
 * @param alternates the page in other languages, {@code <link rel=alternate hreflang>}
 * @param headings h1 to h6 in document order
 * @param robots of all {@code <meta name=robots>}; for what a header says too, see {@link
 *     RobotsDirectives#and}
 */
public record Facts(
        String title,
        String description,
        Optional<Url> canonical,
        String language,
        List<Alternate> alternates,
        List<Heading> headings,
        RobotsDirectives robots) {
    /**
     * @param hreflang as written, in lower case: {@code en}, {@code pt-br}, {@code x-default}
     */
    public record Alternate(String hreflang, Url url) {}

    /**
     * @param level 1 to 6
     */
    public record Heading(int level, String text) {}

    public Facts {
        alternates = List.copyOf(alternates);
        headings = List.copyOf(headings);
    }
}
