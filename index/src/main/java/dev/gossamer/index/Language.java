package dev.gossamer.index;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.ar.ArabicNormalizationFilter;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianStemFilter;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.cz.CzechStemFilter;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.el.GreekLowerCaseFilter;
import org.apache.lucene.analysis.el.GreekStemFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fa.PersianNormalizationFilter;
import org.apache.lucene.analysis.fa.PersianStemFilter;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hi.HindiNormalizationFilter;
import org.apache.lucene.analysis.hi.HindiStemFilter;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianStemFilter;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/**
 * Languages whose words are known in their forms: how a word is reduced to its stem, and which
 * words say nothing alone. In any other language words are found as they are written.
 */
enum Language {
    ENGLISH("en", PorterStemFilter::new, EnglishAnalyzer::getDefaultStopSet),
    GERMAN("de", GermanLightStemFilter::new, GermanAnalyzer::getDefaultStopSet),
    FRENCH("fr", FrenchLightStemFilter::new, FrenchAnalyzer::getDefaultStopSet),
    SPANISH("es", SpanishLightStemFilter::new, SpanishAnalyzer::getDefaultStopSet),
    ITALIAN("it", ItalianLightStemFilter::new, ItalianAnalyzer::getDefaultStopSet),
    PORTUGUESE("pt", PortugueseLightStemFilter::new, PortugueseAnalyzer::getDefaultStopSet),
    DUTCH("nl", in -> new SnowballFilter(in, new DutchStemmer()), DutchAnalyzer::getDefaultStopSet),
    SWEDISH("sv", SwedishLightStemFilter::new, SwedishAnalyzer::getDefaultStopSet),
    NORWEGIAN("no", NorwegianLightStemFilter::new, NorwegianAnalyzer::getDefaultStopSet),
    DANISH(
            "da",
            in -> new SnowballFilter(in, new DanishStemmer()),
            DanishAnalyzer::getDefaultStopSet),
    FINNISH("fi", FinnishLightStemFilter::new, FinnishAnalyzer::getDefaultStopSet),
    HUNGARIAN("hu", HungarianLightStemFilter::new, HungarianAnalyzer::getDefaultStopSet),
    CZECH("cs", CzechStemFilter::new, CzechAnalyzer::getDefaultStopSet),
    ROMANIAN(
            "ro",
            in -> new SnowballFilter(in, new RomanianStemmer()),
            RomanianAnalyzer::getDefaultStopSet),
    TURKISH(
            "tr",
            in -> new SnowballFilter(in, new TurkishStemmer()),
            TurkishAnalyzer::getDefaultStopSet),
    RUSSIAN("ru", RussianLightStemFilter::new, RussianAnalyzer::getDefaultStopSet),
    BULGARIAN("bg", BulgarianStemFilter::new, BulgarianAnalyzer::getDefaultStopSet),
    GREEK(
            "el",
            in -> new GreekStemFilter(new GreekLowerCaseFilter(in)),
            GreekAnalyzer::getDefaultStopSet),
    ARABIC(
            "ar",
            in -> new ArabicStemFilter(new ArabicNormalizationFilter(in)),
            ArabicAnalyzer::getDefaultStopSet),
    PERSIAN(
            "fa",
            in ->
                    new PersianStemFilter(
                            new PersianNormalizationFilter(new ArabicNormalizationFilter(in))),
            PersianAnalyzer::getDefaultStopSet),
    HINDI(
            "hi",
            in -> new HindiStemFilter(new HindiNormalizationFilter(in)),
            HindiAnalyzer::getDefaultStopSet),
    INDONESIAN("id", IndonesianStemFilter::new, IndonesianAnalyzer::getDefaultStopSet),
    OTHER("", in -> in, () -> CharArraySet.EMPTY_SET);

    /** What people write before what they look for. */
    private static final Set<String> QUESTION_WORDS =
            Set.of(
                    "how", "what", "when", "where", "which", "who", "why", "can", "do", "does", "i",
                    "my", "we", "you", "your");

    private static final Map<String, Language> BY_CODE = new HashMap<>();

    static {
        for (var language : values()) BY_CODE.put(language.code, language);
        BY_CODE.put("nb", NORWEGIAN);
        BY_CODE.put("nn", NORWEGIAN);
    }

    private final String code;
    private final int salt;

    @SuppressWarnings("ImmutableEnumChecker") // constructors
    private final UnaryOperator<TokenStream> stemmer;

    @SuppressWarnings("ImmutableEnumChecker") // Lucene's own constants
    private final Supplier<CharArraySet> stopWords;

    Language(String code, UnaryOperator<TokenStream> stemmer, Supplier<CharArraySet> stopWords) {
        this.code = code;
        salt = code.hashCode();
        this.stemmer = stemmer;
        this.stopWords = stopWords;
    }

    /** ISO 639-1; empty for {@link #OTHER}. */
    String code() {
        return code;
    }

    /** Of a language as pages declare it ({@code en-GB}) or as the index knows it. */
    static Language of(String tag) {
        return BY_CODE.getOrDefault(primary(tag), OTHER);
    }

    /** {@code pt} of {@code pt-BR}: what filters go by. Empty when it is no language tag. */
    static String primary(String tag) {
        int end = 0;
        while (end < tag.length() && isLetter(tag.charAt(end))) end++;
        boolean isTag = end == 2 || end == 3;
        return isTag ? tag.substring(0, end).toLowerCase(Locale.ROOT) : "";
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** Tells languages apart in a hash. */
    int salt() {
        return salt;
    }

    TokenStream stemmed(TokenStream words) {
        return stemmer.apply(words);
    }

    /** Whether a word in lower case says nothing beside others: the, of. */
    boolean isStopWord(String word) {
        return stopWords.get().contains(word) || (this == ENGLISH && QUESTION_WORDS.contains(word));
    }
}
