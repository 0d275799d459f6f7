package dev.gossamer.index;

import java.util.List;

/** A query as a tree: see {@link QueryParser}. */
sealed interface Clause {
    /** Where to look when a clause names no field. */
    String ANY_FIELD = "";

    /** Letters as typed; they may make several words, which then are a phrase. */
    record Word(String field, String text) implements Clause {}

    /**
     * @param slop how many words may stand between
     */
    record Phrase(String field, String text, int slop) implements Clause {}

    /** All words that begin so. */
    record Prefix(String field, String text) implements Clause {}

    /** All words that differ in this number of letters at most. */
    record Fuzzy(String field, String text, int edits) implements Clause {}

    /** All of these, and none of those. */
    record All(List<Clause> wanted, List<Clause> unwanted) implements Clause {
        public All {
            wanted = List.copyOf(wanted);
            unwanted = List.copyOf(unwanted);
        }
    }

    record Any(List<Clause> choices) implements Clause {
        public Any {
            choices = List.copyOf(choices);
        }
    }
}
