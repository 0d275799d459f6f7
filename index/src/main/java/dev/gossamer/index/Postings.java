package dev.gossamer.index;

import dev.gossamer.url.Url;
import java.util.List;

/**
 * The places where a word stands: the inverted index, laid open.
 *
 * @param word as it is indexed: in lower case, without accents
 * @param pages how many have it
 * @param places of the first of them
 */
public record Postings(String word, int pages, List<Place> places) {
    /**
     * @param count how often the word stands in the text of the page, also as the stem of others
     * @param positions of the first of them, in words from the beginning
     */
    public record Place(Url url, int count, List<Integer> positions) {
        public Place {
            positions = List.copyOf(positions);
        }
    }

    public Postings {
        places = List.copyOf(places);
    }
}
