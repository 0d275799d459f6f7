package dev.gossamer.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.NormalForm.Rule;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rewriting escapes changes how a URL is written and not what it says. */
final class EscapesTest {
    private static final List<Rule> RULES =
            List.of(Rule.PERCENT_CASE, Rule.NEEDLESS_ESCAPES, Rule.MISSING_ESCAPES);
    private static final List<String> PIECES =
            List.of(
                    "a", "Z", "7", "-", "~", "/", "?", "&", "%41", "%7e", "%2f", "%2F", "%c3%BC",
                    "%00", "%25", "|", "[", "^", "\"", "{");
    private static final List<String> STRAY = List.of("%", "%4", "%g1", "%%", "%2%35");

    private static String random(Random random, boolean hasStray) {
        var text = new StringBuilder();
        for (int n = random.nextInt(9); n > 0; n--) {
            boolean isStray = hasStray && random.nextInt(4) == 0;
            var pieces = isStray ? STRAY : PIECES;
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    private static Set<Rule> someRules(Random random) {
        var rules = EnumSet.noneOf(Rule.class);
        for (var rule : RULES) if (random.nextBoolean()) rules.add(rule);
        return rules;
    }

    private static boolean areNormal(Escapes escapes, String text) {
        byte[] bytes = ("x" + text + "x").getBytes(ISO_8859_1);
        return escapes.areNormal(bytes, 1, bytes.length - 1);
    }

    /** The short look and the long way agree, also about percent signs that escape nothing. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void whatIsNormalIsLeftAloneAndTheRestIsNormalAfterwards(long seed) {
        var random = new Random(seed);
        int normal = 0;
        for (int round = 0; round < 20_000; round++) {
            var rules = someRules(random);
            var escapes = new Escapes(rules);
            var text = random(random, true);
            var about = "seed %d: %s of %s".formatted(seed, rules, text);
            var rewritten = escapes.rewrite(text);
            if (areNormal(escapes, text)) {
                normal++;
                assertThat(rewritten).as(about).isEqualTo(text);
            }
            assertThat(escapes.rewrite(rewritten)).as(about).isEqualTo(rewritten);
        }
        assertThat(normal).isBetween(2_000, 15_000);
    }

    /** A server that undoes all escapes sees the same bytes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void theBytesThatAreMeantStayTheSame(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            var rules = someRules(random);
            var text = random(random, false);
            var rewritten = new Escapes(rules).rewrite(text);
            assertThat(decoded(rewritten))
                    .as("seed %d: %s of %s", seed, rules, text)
                    .isEqualTo(decoded(text));
        }
    }

    /** What has a meaning of its own is not the same escaped, so it stays as it was. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void signsWithAMeaningStayEscapedOrNot(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            var text = random(random, false);
            var rewritten = new Escapes(EnumSet.copyOf(RULES)).rewrite(text);
            for (char sign : "/?&=+;:@,".toCharArray())
                assertThat(count(rewritten, sign))
                        .as("seed %d: %s in %s", seed, sign, text)
                        .isEqualTo(count(text, sign));
        }
    }

    private static long count(String text, char sign) {
        return text.chars().filter(c -> c == sign).count();
    }

    private static String decoded(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '%') {
                out.append(text.charAt(i));
            } else {
                out.append((char) Integer.parseInt(text, i + 1, i + 3, 16));
                i += 2;
            }
        }
        return out.toString();
    }
}
