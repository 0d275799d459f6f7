package dev.gossamer.simweb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;

/**
 * What pages say. Host names and titles are made of plain English words; the text of a page is a
 * row of sentences in the host's language, encoded once, so that writing a page is copying bytes.
 */
final class SimWords {
    private static final String[] NAMES =
            ("amber anchor apple arrow autumn basket beacon birch bridge bright candle canyon cedar cliff clover cobalt"
                            + " copper coral cotton crystal delta desert eagle ember falcon feather fern field flint forest"
                            + " garden glacier golden granite green harbor hazel heron hidden hollow indigo island ivory"
                            + " jasper juniper lantern laurel lemon linen little lotus maple marble meadow mellow mint"
                            + " misty morning mossy north ocean olive orchard otter pebble pepper pine plain prairie"
                            + " quartz quiet raven red ridge river robin rustic saffron sage salt sand shadow silver"
                            + " sky slate snow spring spruce stone summer swift thistle timber topaz valley velvet"
                            + " violet walnut water willow winter wren")
                    .split(" ");

    private static final String[] TITLES = capitals(NAMES);

    private SimWords() {}

    private static String[] capitals(String[] words) {
        var capitals = new String[words.length];
        for (int i = 0; i < words.length; i++)
            capitals[i] = Character.toUpperCase(words[i].charAt(0)) + words[i].substring(1);
        return capitals;
    }

    /** One word with a capital. */
    static String title(long hash) {
        return TITLES[Chance.below(hash, TITLES.length)];
    }

    /** One lower-case word of a host name. */
    static String name(long hash) {
        return NAMES[Chance.below(hash, NAMES.length)];
    }

    /**
     * Languages with the charset in which their hosts serve them. All charsets keep ASCII, so
     * markup is the same in each.
     */
    enum Language {
        ENGLISH(
                "en",
                UTF_8,
                "the a of and in with for from that which people water light house road market letter season number story"
                        + " window garden engine paper river morning system change small great early clear open quiet"
                        + " second common public brings keeps finds shows makes follows opens carries meets answers"),
        GREEK(
                "el",
                UTF_8,
                "και το της με για από σπίτι νερό φως δρόμος θάλασσα πόλη βιβλίο χρόνος λέξη ημέρα κήπος μικρό μεγάλο"),
        FRENCH(
                "fr",
                ISO_8859_1,
                "le la les des avec pour dans été forêt maison rivière café élève lumière chaque même déjà très marché"
                        + " lettre fenêtre année près garçon leçon"),
        GERMAN(
                "de",
                Charset.forName("windows-1252"),
                "der die das und mit für über Straße Fluß Häuser Wasser Licht grün schön später Bücher Mädchen Türen"
                        + " Käse „heute“ – Öl Übung"),
        RUSSIAN(
                "ru",
                Charset.forName("windows-1251"),
                "и в на с для дом вода свет дорога город книга время слово день сад река окно письмо утро большой новый"),
        JAPANESE(
                "ja",
                Charset.forName("Shift_JIS"),
                "水 光 家 道 市場 手紙 季節 物語 窓 庭 川 朝 の は を に 新しい 静かな 小さい カタカナ です"),
        KOREAN(
                "ko",
                Charset.forName("EUC-KR"),
                "물 빛 집 길 시장 편지 계절 이야기 창문 정원 강 아침 그리고 작은 큰 새로운 조용한 도시 책 시간");

        private static final int SENTENCES = 512;
        private static final Language[] OLD = {FRENCH, GERMAN, RUSSIAN, JAPANESE, KOREAN};

        private final String code;
        private final Charset charset;
        private final String htmlType;

        @SuppressWarnings("ImmutableEnumChecker") // not written after the constructor
        private final byte[][] sentences = new byte[SENTENCES][];

        Language(String code, Charset charset, String words) {
            this.code = code;
            this.charset = charset;
            htmlType = "text/html; charset=" + charset.name();
            String[] vocabulary = words.split(" ");
            for (int i = 0; i < SENTENCES; i++)
                sentences[i] = sentence(vocabulary, i).getBytes(charset);
        }

        static Language old(long hash) {
            return OLD[Chance.below(hash, OLD.length)];
        }

        String code() {
            return code;
        }

        Charset charset() {
            return charset;
        }

        String htmlType() {
            return htmlType;
        }

        /** One sentence with a space behind it. */
        byte[] sentence(long hash) {
            return sentences[(int) hash & (SENTENCES - 1)];
        }

        private static String sentence(String[] vocabulary, int number) {
            var sentence = new StringBuilder();
            int words = 8 + Chance.below(Chance.of(number, 1, 0, 0), 16);
            for (int i = 0; i < words; i++)
                sentence.append(i == 0 ? "" : " ")
                        .append(
                                vocabulary[
                                        Chance.below(
                                                Chance.of(number, 2, i, 0), vocabulary.length)]);
            sentence.setCharAt(0, Character.toUpperCase(sentence.charAt(0)));
            return sentence.append(". ").toString();
        }
    }
}
