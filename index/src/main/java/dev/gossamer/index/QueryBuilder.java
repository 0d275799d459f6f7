package dev.gossamer.index;

import dev.gossamer.index.Clause.All;
import dev.gossamer.index.Clause.Any;
import dev.gossamer.index.Clause.Fuzzy;
import dev.gossamer.index.Clause.Phrase;
import dev.gossamer.index.Clause.Prefix;
import dev.gossamer.index.Clause.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Makes Lucene queries of what somebody typed. At each place of a clause stands a set of terms: a
 * word with its stems in the languages of the index, or what a prefix stands for. A word counts for
 * the field where it says most, and a little for the others.
 */
final class QueryBuilder {
    /** How much a word in each field says, beside one in the text. */
    private static final Map<String, Float> WEIGHTS =
            Map.of(
                    Fields.TITLE, 3f,
                    Fields.ANCHOR, 2f,
                    Fields.HEADING, 1.5f,
                    Fields.URL, 1f,
                    Fields.TEXT, 1f);

    private static final Set<String> WHOLE = Set.of(Fields.HOST, Fields.TYPE, Fields.LANGUAGE);

    /** Of the fields that are not the best one. */
    private static final float TIE = 0.3f;

    /** A relative of the word that was asked for, beside the word itself. */
    private static final float STEM_BOOST = 0.6f;

    /** Words between two that still count as neighbours in {@link #proximity}. */
    private static final int NEAR = 2;

    private final Vocabulary vocabulary;
    private final List<Language> languages;
    private final Words words;

    /** Terms to mark in results, each with the place in the search it stands for. */
    private final Map<BytesRef, Integer> marked = new HashMap<>();

    private int places;

    QueryBuilder(IndexReader reader, List<Language> languages, Words words) {
        vocabulary = new Vocabulary(reader);
        this.languages = languages;
        this.words = words;
    }

    Map<BytesRef, Integer> marked() {
        return marked;
    }

    /**
     * @param most whether most of the words are enough
     */
    Query build(All all, boolean most) throws IOException {
        return build(all, most, true);
    }

    private Query build(All all, boolean most, boolean isWanted) throws IOException {
        var query = new BooleanQuery.Builder();
        int optional = 0;
        for (var clause : content(all)) {
            Occur occur = isWhole(clause) ? Occur.FILTER : most ? Occur.SHOULD : Occur.MUST;
            if (occur == Occur.SHOULD) optional++;
            query.add(build(clause, isWanted), occur);
        }
        if (most) query.setMinimumNumberShouldMatch((optional + 1) / 2);
        for (var clause : all.unwanted()) query.add(build(clause, false), Occur.MUST_NOT);
        return query.build();
    }

    /** What is wanted, without words that say nothing beside others. */
    private List<Clause> content(All all) {
        var content = all.wanted().stream().filter(clause -> !isStopWord(clause)).toList();
        return content.isEmpty() ? all.wanted() : content;
    }

    private Query build(Clause clause, boolean isWanted) throws IOException {
        return switch (clause) {
            case Word(var field, var text) -> build(field, text, places(text), 0, isWanted);
            case Phrase(var field, var text, int slop) ->
                    build(field, text, exactPlaces(text), slop, isWanted);
            case Prefix(var field, var text) -> {
                var all = exactPlaces(text);
                all.set(
                        all.size() - 1,
                        vocabulary.beginningWith(expanded(field), only(all.getLast())));
                yield build(field, text + "*", all, 0, isWanted);
            }
            case Fuzzy(var field, var text, int edits) -> {
                var all = exactPlaces(text);
                all.set(
                        all.size() - 1,
                        vocabulary.resembling(expanded(field), only(all.getLast()), edits));
                yield build(field, text, all, 0, isWanted);
            }
            case Any(var choices) -> {
                var any = new BooleanQuery.Builder();
                for (var choice : choices) any.add(build(choice, isWanted), Occur.SHOULD);
                yield any.build();
            }
            case All all -> build(all, false, isWanted);
        };
    }

    private Query build(
            String field, String text, List<Map<BytesRef, Float>> terms, int slop, boolean isWanted)
            throws IOException {
        if (WHOLE.contains(field)) return whole(field, text);
        if (isWanted) mark(terms);
        var parts = new ArrayList<Query>();
        for (String one : vocabulary.fieldsWith(fields(field), terms)) {
            Query part =
                    terms.size() == 1 ? synonyms(one, terms.getFirst()) : phrase(one, terms, slop);
            parts.add(new BoostQuery(part, WEIGHTS.getOrDefault(one, 1f)));
        }
        if (parts.isEmpty()) return new MatchNoDocsQuery("words that no page has");
        return parts.size() == 1 ? parts.getFirst() : new DisjunctionMaxQuery(parts, TIE);
    }

    private static Query whole(String field, String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        boolean isPrefix = lower.endsWith("*");
        var term = new Term(field, isPrefix ? lower.substring(0, lower.length() - 1) : lower);
        return new ConstantScoreQuery(isPrefix ? new PrefixQuery(term) : new TermQuery(term));
    }

    private static Query synonyms(String field, Map<BytesRef, Float> terms) {
        var query = new SynonymQuery.Builder(field);
        terms.forEach(query::addTerm);
        return query.build();
    }

    /** Plain words take the plain query, which can pass over pages that cannot win unread. */
    private static Query phrase(String field, List<Map<BytesRef, Float>> terms, int slop) {
        if (terms.stream().allMatch(place -> place.size() == 1)) {
            var bytes = terms.stream().map(QueryBuilder::only).toArray(BytesRef[]::new);
            return new PhraseQuery(slop, field, bytes);
        }
        var query = new MultiPhraseQuery.Builder();
        query.setSlop(slop);
        for (var place : terms) {
            query.add(
                    place.keySet().stream()
                            .map(term -> new Term(field, term))
                            .toArray(Term[]::new));
        }
        return query.build();
    }

    /**
     * Neighbours in the search that are neighbours in the page. For pages that are known to match:
     * it is too dear for all.
     */
    BooleanQuery proximity(All all) {
        var query = new BooleanQuery.Builder();
        List<Map<BytesRef, Float>> before = List.of();
        for (var clause : content(all)) {
            boolean isPlain =
                    clause instanceof Word(var field, _) && field.equals(Clause.ANY_FIELD);
            List<Map<BytesRef, Float>> here = isPlain ? places(((Word) clause).text()) : List.of();
            if (!before.isEmpty() && !here.isEmpty()) {
                query.add(pair(before.getLast(), here.getFirst()), Occur.SHOULD);
            }
            before = here;
        }
        return query.build();
    }

    private static Query pair(Map<BytesRef, Float> first, Map<BytesRef, Float> second) {
        var parts = new ArrayList<Query>();
        WEIGHTS.forEach(
                (field, weight) ->
                        parts.add(
                                new BoostQuery(
                                        phrase(field, List.of(first, second), NEAR), weight)));
        return new DisjunctionMaxQuery(parts, TIE);
    }

    private void mark(List<Map<BytesRef, Float>> terms) {
        for (var place : terms) {
            for (var term : place.keySet()) marked.putIfAbsent(term, places);
            places++;
        }
    }

    private static Set<String> fields(String field) {
        return field.equals(Clause.ANY_FIELD) ? WEIGHTS.keySet() : Set.of(field);
    }

    /** Where the words are looked up that a clause may stand for: nearly all are in these two. */
    private static Set<String> expanded(String field) {
        return field.equals(Clause.ANY_FIELD) ? Set.of(Fields.TEXT, Fields.TITLE) : Set.of(field);
    }

    private static boolean isWhole(Clause clause) {
        return switch (clause) {
            case Word(var field, _) -> WHOLE.contains(field);
            case Phrase(var field, _, _) -> WHOLE.contains(field);
            case Prefix(var field, _) -> WHOLE.contains(field);
            case Fuzzy(var field, _, _) -> WHOLE.contains(field);
            case Any(var choices) -> choices.stream().allMatch(QueryBuilder::isWhole);
            case All _ -> false;
        };
    }

    private boolean isStopWord(Clause clause) {
        if (!(clause instanceof Word(var field, var text)) || !field.equals(Clause.ANY_FIELD)) {
            return false;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        return languages.stream().anyMatch(language -> language.isStopWord(lower));
    }

    /** The words of a text, each with its stems; several words are meant as they stand. */
    private List<Map<BytesRef, Float>> places(String text) {
        var exact = exactPlaces(text);
        if (exact.size() != 1) return exact;
        for (var language : languages) {
            words.over(text, language);
            if (!words.next()) continue;
            var stem = words.forms().stem();
            if (stem != null) exact.getFirst().putIfAbsent(stem, STEM_BOOST);
        }
        return exact;
    }

    private List<Map<BytesRef, Float>> exactPlaces(String text) {
        var result = new ArrayList<Map<BytesRef, Float>>();
        words.over(text, Language.OTHER);
        while (words.next()) {
            var place = new HashMap<BytesRef, Float>();
            place.put(words.forms().word(), 1f);
            result.add(place);
        }
        return result;
    }

    private static BytesRef only(Map<BytesRef, Float> place) {
        return place.keySet().iterator().next();
    }
}
