package dev.gossamer.parse;

import dev.gossamer.url.Url;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links of one page as they are found. They are resolved all at once at the end, because a
 * {@code <base>} counts for what stands before it too. Reused from page to page.
 */
final class LinkList {
    private static final int PROBES = 8;

    private String[] references = new String[64];
    private Link.Kind[] kinds = new Link.Kind[64];
    private String[] rels = new String[64];
    private String[] texts = new String[64];
    private int[] positions = new int[64];
    private int size;

    /** What each was resolved to; null for what is no link. */
    private @Nullable Url[] targets = new Url[0];

    /** An open hash table: the first link with a reference, counted from one. */
    private int[] slots = new int[0];

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
        if (size == ParseLimits.LINKS) {
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
        int capacity = Math.min(size * 2, ParseLimits.LINKS);
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
        targets = new Url[size];
        slots = new int[Integer.highestOneBit(size + 1) * 4];
        int chars = 0;
        for (int i = 0; i < size; i++) {
            int first = firstWithSameReference(i);
            if (first < i) {
                targets[i] = targets[first];
            } else {
                targets[i] = base.resolve(references[i]).orElse(null);
                if (targets[i] != null) chars += targets[i].length();
                if (chars > ParseLimits.ALL_URL_CHARS) {
                    truncated = true;
                    break;
                }
            }
            Url target = targets[i];
            if (target != null) {
                links.add(new Link(target, kinds[i], rels[i], texts[i], positions[i]));
            }
        }
        return links;
    }

    /**
     * Half the references of a page have stood in it before: they need not be resolved again. A
     * page made of references that hash alike finds the probes limited.
     */
    private int firstWithSameReference(int link) {
        String reference = references[link];
        int hash = reference.hashCode() * 0x9E3779B9;
        int mask = slots.length - 1;
        int slot = (hash ^ hash >>> 16) & mask;
        for (int probe = 0; probe < PROBES; probe++) {
            int first = slots[slot] - 1;
            if (first < 0) {
                slots[slot] = link + 1;
                return link;
            }
            if (references[first].equals(reference)) return first;
            slot = (slot + 1) & mask;
        }
        return link;
    }
}
