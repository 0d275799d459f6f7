package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.List;

/**
 * The part of one page that is indexed. Each part may be as long as a page can make it: what goes
 * beyond {@link SearchLimits} is left out.
 *
 * @param at when it was fetched
 * @param type the media type without parameters, such as {@code text/html}; empty when unknown
 * @param language as declared, such as {@code en} or {@code pt-BR}; guessed from the text when
 *     empty
 * @param headings in document order
 * @param simHash of the text, of which pages that differ little differ in few bits; zero for none
 */
public record IndexedPage(
        Url url,
        Instant at,
        int status,
        String type,
        String language,
        String title,
        String description,
        List<String> headings,
        String text,
        long simHash) {
    public IndexedPage {
        headings = List.copyOf(headings);
    }
}
