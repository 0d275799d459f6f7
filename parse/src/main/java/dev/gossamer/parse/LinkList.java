package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The links of one page as they are found. They are resolved all at once at the end, because a
 * {@code <base>} counts for what stands before it too. Reused from page to page.
 */
final class LinkList {
    private String[] references = new String[64];
    private Link.Kind[] kinds = new Link.Kind[64];
    private String[] rels = new String[64];
    private String[] texts = new String[64];
    private int[] positions = new int[64];
    private int size;
    private boolean truncated;

    void clear() {
        Arrays.fill(references, 0, size, "");
        Arrays.fill(rels, 0, size, "");
        Arrays.fill(texts, 0, size, "");
        size = 0;
        truncated = false;
    }

    /** Returns the number of the link, or -1 when there are too many. */
    int add(Link.Kind kind, String reference, String rel, int position) {
        if (size == Limits.LINKS) {
            truncated = true;
            return -1;
        }
        if (size == references.length) grow();
        references[size] = reference;
        kinds[size] = kind;
        rels[size] = rel;
        texts[size] = "";
        positions[size] = position;
        return size++;
    }

    private void grow() {
        int capacity = Math.min(size * 2, Limits.LINKS);
        references = Arrays.copyOf(references, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        rels = Arrays.copyOf(rels, capacity);
        texts = Arrays.copyOf(texts, capacity);
        positions = Arrays.copyOf(positions, capacity);
    }

    void setText(int link, String text) {
        texts[link] = text;
    }

    boolean isTruncated() {
        return truncated;
    }

    List<Link> resolve(References base) {
        List<Link> links = new ArrayList<>(size);
        int chars = 0;
        for (int i = 0; i < size; i++) {
            Optional<Url> target = base.resolve(references[i]);
            if (target.isEmpty()) continue;
            chars += target.get().toString().length();
            if (chars > Limits.ALL_URL_CHARS) {
                truncated = true;
                break;
            }
            links.add(new Link(target.get(), kinds[i], rels[i], texts[i], positions[i]));
        }
        return links;
    }
}
