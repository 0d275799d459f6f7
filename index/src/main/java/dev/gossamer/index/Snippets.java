package dev.gossamer.index;

import dev.gossamer.index.Marked.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Cuts the piece out of a page that shows most of a search, and marks its words. */
final class Snippets {
    private static final int CHARS = 240;

    /** How far before the first word a line or a sentence may begin to be shown from there. */
    private static final int LEAD = 70;

    /** Words found in a page beyond this are not weighed. */
    private static final int MAX_MATCHES = 200;

    private final Words words;
    private final Map<BytesRef, Integer> wanted;

    /**
     * @param wanted terms, each with its place in the search
     */
    Snippets(Words words, Map<BytesRef, Integer> wanted) {
        this.words = words;
        this.wanted = wanted;
    }

    private record Match(int start, int stop, int place) {}

    Marked title(IndexedPage page) {
        return marked(
                page.title(), 0, page.title().length(), matches(page.title(), page.language()));
    }

    Marked snippet(IndexedPage page) {
        String text = Documents.cut(page.text(), SearchLimits.SNIPPET_SCAN_CHARS);
        var matches = matches(text, page.language());
        if (matches.isEmpty() && !page.description().isEmpty()) {
            String description = Documents.cut(page.description(), CHARS);
            return marked(
                    description, 0, description.length(), matches(description, page.language()));
        }
        int start = matches.isEmpty() ? 0 : lead(text, best(matches).start);
        int stop = wordEnd(text, Math.min(text.length(), start + CHARS));
        return marked(text, start, stop, matches);
    }

    private List<Match> matches(String text, String language) {
        var matches = new ArrayList<Match>();
        words.over(text, Language.of(language));
        while (matches.size() < MAX_MATCHES && words.next()) {
            var forms = words.forms();
            Integer place = wanted.get(forms.word());
            if (place == null) place = ofStem(forms.stem());
            if (place != null) matches.add(new Match(words.start(), words.stop(), place));
        }
        return matches;
    }

    private @Nullable Integer ofStem(@Nullable BytesRef stem) {
        return stem == null ? null : wanted.get(stem);
    }

    /**
     * The first of those behind which most different words follow closely; more of the same say
     * little.
     */
    private static Match best(List<Match> matches) {
        Match best = matches.getFirst();
        int bestWeight = 0;
        for (int i = 0; i < matches.size(); i++) {
            long places = 0;
            int count = 0;
            int end = matches.get(i).start + CHARS - LEAD;
            for (int j = i; j < matches.size() && matches.get(j).stop <= end; j++) {
                places |= 1L << matches.get(j).place;
                count++;
            }
            int weight = 100 * Long.bitCount(places) + Math.min(count, 10);
            if (weight > bestWeight) {
                bestWeight = weight;
                best = matches.get(i);
            }
        }
        return best;
    }

    /** Where to begin so that the word stands in its sentence, or at least not cut. */
    private static int lead(String text, int word) {
        int floor = Math.max(0, word - LEAD);
        if (floor == 0) return 0;
        int blank = -1;
        for (int i = word - 1; i > floor; i--) {
            char c = text.charAt(i);
            if (c == '\n') return i + 1;
            if (c == ' ' && ".!?。".indexOf(text.charAt(i - 1)) >= 0) return i + 1;
            if (c == ' ') blank = i;
        }
        return blank >= 0 ? blank + 1 : word;
    }

    private static int wordEnd(String text, int stop) {
        if (stop == text.length()) return stop;
        for (int i = stop; i > stop - 40 && i > 0; i--) {
            if (Character.isWhitespace(text.charAt(i))) return i;
        }
        return Character.isLowSurrogate(text.charAt(stop)) ? stop - 1 : stop;
    }

    /** A piece of the text as one line. */
    private static Marked marked(String text, int start, int stop, List<Match> matches) {
        String before = start > 0 ? "… " : "";
        String behind = stop < text.length() ? " …" : "";
        var spans = new ArrayList<Span>();
        int shift = before.length() - start;
        int end = 0;
        for (var match : matches) {
            // Neighbours of a script without spaces overlap.
            int from = Math.max(match.start + shift, end);
            if (match.start < start || match.stop > stop || from >= match.stop + shift) continue;
            end = match.stop + shift;
            spans.add(new Span(from, end));
        }
        String piece = text.substring(start, stop).replace('\n', ' ').replace('\t', ' ');
        return new Marked(before + piece + behind, spans);
    }
}
