package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.NormalForm.Rule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalFormTest {
    /** A rule alone, a URL, and what it becomes. */
    @ParameterizedTest
    @CsvSource({
        "FRAGMENT, http://h/a?b#c, http://h/a?b",
        "FRAGMENT, http://h/a?b#, http://h/a?b",
        "FRAGMENT, data:x#y, data:x",
        "USERINFO, http://x@h/a?b#c, http://h/a?b#c",
        "USERINFO, https://user:pass%40@h:81/, https://h:81/",
        "USERINFO, http://:p@h/, http://h/",
        "USERINFO, http://a@[::1]:81/b@c, http://[::1]:81/b@c",
        "USERINFO, foo://x@h/, foo://x@h/",
        "PERCENT_CASE, http://h/%3a%aF?%2f, http://h/%3A%AF?%2F",
        "PERCENT_CASE, http://h/%41, http://h/%41",
        "PERCENT_CASE, http://h/%Af%fA, http://h/%AF%FA",
        "PERCENT_CASE, http://h/%Af, http://h/%AF",
        "NEEDLESS_ESCAPES, http://h/%41%7e%2f?%61, http://h/A~%2f?a",
        "NEEDLESS_ESCAPES, http://h/a%2eb, http://h/a.b",
        "NEEDLESS_ESCAPES, http://h/%%411, http://h/%%411",
        "NEEDLESS_ESCAPES, http://h/%4%411, http://h/%4%411",
        "NEEDLESS_ESCAPES, http://h/%41%, http://h/A%",
        "MISSING_ESCAPES, http://h/%00|, http://h/%00%7C",
        "MISSING_ESCAPES, http://h/a|b[c]?d^e`f, http://h/a%7Cb%5Bc%5D?d%5Ee%60f",
        "MISSING_ESCAPES, http://h/90%?a=%4, http://h/90%25?a=%254",
        "TRAILING_DOT, http://example.com./a, http://example.com/a",
        "TRAILING_DOT, http://example.com.:81/a, http://example.com:81/a",
        "TRAILING_DOT, http://./a, http://./a",
        "TRAILING_DOT, http://../a, http://./a",
        "WWW_ALIAS, http://www.example.com/, http://example.com/",
        "WWW_ALIAS, http://www.co.uk/, http://www.co.uk/",
        "WWW_ALIAS, http://www.www.example.com/, http://example.com/",
        "SESSION_IDS, http://h/a;jsessionid=1A2B.node1/b;c=d?e, http://h/a/b;c=d?e",
        "SESSION_IDS, http://h/a?x=1&PHPSESSID=abc&y, http://h/a?x=1&y",
        "SESSION_IDS, http://h/a?ASPSESSIONIDQQ=A, http://h/a",
        "SESSION_IDS, http://h/a?aspsessionid=A&cfid=1&CFTOKEN=2&oscsid=3&zenid=4&b, http://h/a?b",
        "SESSION_IDS, http://h/a;cfid=1;cftoken=2/b;ASPSESSIONIDAB=3, http://h/a/b",
        "SESSION_IDS, http://h/a;phpsessid=1;oscsid=2;zenid=3, http://h/a",
        "SESSION_IDS, http://h/a;sid=7;sessionid=8?session_id=9, http://h/a;sid=7;sessionid=8?session_id=9",
        "SESSION_IDS, http://h/a?sid=7, http://h/a?sid=7",
        "SESSION_IDS, http://h/a;sid=0123456789abcdef?phpsid=0123456789ab.de-_&sessid=0123456789abcdeg, http://h/a",
        "SESSION_IDS, http://h/a?sid=0123456789abcde, http://h/a?sid=0123456789abcde",
        "SESSION_IDS, http://h/a?sid=0123456789abcdef%20, http://h/a?sid=0123456789abcdef%20",
        "SESSION_IDS, http://h/a?sid=0123456789abcdef0123456789abcdef&b=1, http://h/a?b=1",
        "DEFAULT_DOCUMENTS, http://h/a/index.html?b, http://h/a/?b",
        "DEFAULT_DOCUMENTS, http://h/a/Default.aspx, http://h/a/",
        "DEFAULT_DOCUMENTS, http://h/myindex.html, http://h/myindex.html",
        "TRACKING_PARAMETERS, http://h/?utm_source=a&b=c&GCLID=d&e, http://h/?b=c&e",
        "TRACKING_PARAMETERS, http://h/?fbclid=1, http://h/",
        "TRACKING_PARAMETERS, http://h/?gclidx=1&xfbclid=2&gcli=3, http://h/?gclidx=1&xfbclid=2&gcli=3",
        "TRACKING_PARAMETERS, http://h/?_GA=1&TWCLID=2&b, http://h/?b",
        "SESSION_IDS, http://h/?ZENID=1&b, http://h/?b",
        "TRACKING_PARAMETERS, http://h/?utm=1&&glcid, http://h/?utm=1&&glcid",
        "EMPTY_QUERY, http://h/a?, http://h/a",
        "EMPTY_QUERY, http://h/a?#b, http://h/a#b",
    })
    void eachRuleWorksAlone(Rule rule, String url, String normal) {
        var form = NormalForm.of(Set.of(rule), NormalForm.TRACKING_PARAMETERS);
        assertThat(form.apply(Url.of(url))).hasToString(normal);
        assertThat(form.apply(Url.of(normal))).hasToString(normal);
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:80/, http://h/",
        "https://h:443, https://h/",
        "HTTP://H/a/./b/../c/%2e%2E/d, http://h/a/d",
        "http://h, http://h/",
        "http://h?a, http://h/?a",
    })
    void defaultPortDotSegmentsAndEmptyPathAreGoneOnceParsed(String url, String normal) {
        assertThat(NormalForm.of(Set.of(), List.of()).apply(Url.of(url))).hasToString(normal);
    }

    /** The offsets of the parts are moved along with the text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x@h/a?b#c",
                "https://user:pass%40@h:81/",
                "http://:p@[::1]/?",
                "http://h/a",
                "data:x"
            })
    void withoutUserinfoIsTheUrlThatItsTextSays(String text) {
        var url = Url.of(text).withoutUserinfo();
        var again = Url.of(url.toString());
        assertThat(url.username() + url.password()).isEmpty();
        assertThat(url.host()).isEqualTo(again.host()).isEqualTo(Url.of(text).host());
        assertThat(url.port()).isEqualTo(again.port()).isEqualTo(Url.of(text).port());
        assertThat(url.path()).isEqualTo(again.path());
        assertThat(url.query()).isEqualTo(again.query());
        assertThat(url.fragment()).isEqualTo(again.fragment());
        assertThat(url.surt()).isEqualTo(again.surt());
    }

    @Test
    void aRelativeLinkOfAPageWithUserinfoIsThatOfThePageWithout() {
        var base = Url.of("http://u1:p@h/a/");
        assertThat(NormalForm.DEFAULT.apply(base.resolve("b").orElseThrow()))
                .isEqualTo(Url.of("http://h/a/b"));
    }

    @Test
    void hiddenNamesAreFoundOnceUnescaped() {
        assertThat(NormalForm.DEFAULT.apply(Url.of("http://h/a%3bjsessionid=1?%75tm_source=x")))
                .hasToString("http://h/a%3Bjsessionid=1");
    }

    private static final List<String> PIECES =
            List.of(
                    "/",
                    "/",
                    "..",
                    ".",
                    "%2e",
                    "%2E",
                    "%41",
                    "%3b",
                    "%",
                    "%2",
                    ";jsessionid=1",
                    ";a",
                    ";",
                    "=",
                    "&",
                    "?",
                    "?",
                    "utm_source",
                    "%75tm_x",
                    "sid=0123456789abcdef",
                    "index.html",
                    "//",
                    "a",
                    "B",
                    "|",
                    "[",
                    "#",
                    "\u00E9",
                    "'");

    /** Any set of rules: the order of rules must not matter for this. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, 2026})
    void applyingItTwiceChangesNothingMore(long seed) {
        var random = new Random(seed);
        var hosts =
                List.of(
                        "http://h",
                        "http://www.www.example.com.",
                        "https://www.co.uk:81",
                        "http://a..",
                        "file://");
        for (int i = 0; i < 20_000; i++) {
            var rules = EnumSet.allOf(Rule.class);
            if (i % 2 == 0) rules.removeIf(rule -> random.nextBoolean());
            var text = new StringBuilder(hosts.get(random.nextInt(hosts.size()))).append('/');
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            var form = NormalForm.of(rules, NormalForm.TRACKING_PARAMETERS);
            var once = form.apply(Url.of(text.toString()));
            assertThat(form.apply(once)).as("seed %d, %s, %s", seed, rules, text).isEqualTo(once);
        }
    }

    @Test
    void aNormalUrlIsGivenBackItself() {
        for (var text :
                List.of("http://h/", "http://h/a/b.html?c=d&e=%2F", "http://h/%00", "mailto:a@b")) {
            var url = Url.of(text);
            assertThat(NormalForm.DEFAULT.apply(url)).isSameAs(url);
        }
    }

    @Test
    void trackingParametersAreTheCallersChoice() {
        var form = NormalForm.of(EnumSet.of(Rule.TRACKING_PARAMETERS), List.of("from", "x_*"));
        assertThat(form.apply(Url.of("http://h/?from=1&x_y=2&utm_source=3")))
                .hasToString("http://h/?utm_source=3");
    }

    /** Where we decided otherwise than crawler-commons; docs/normal-form.md gives the reasons. */
    private static final Map<String, List<String>> DECIDED =
            Map.of(
                    "parameters keep their order, empty ones their place",
                    List.of(
                            "http://example.com/?b=1&a=1",
                            "http://foo.com/foo.html?b=1&a=1",
                            "http://foo.com/index?&=1&a=1",
                            "http://foo.com/index?&b=1&a=1",
                            "http://foo.com/index?=1&b=1&a=1",
                            "http://foo.com/index?a=1&b=",
                            "http://foo.com/index?b&a=1",
                            "http://foo.com/index?b=&a=1",
                            "http://foo.com/index?b=1&a=1&",
                            "http://foo.com/index?b=2&a=1",
                            "http://foo.com/index?b=2&a=1#c"),
                    "empty segments of a path are segments",
                    List.of(
                            "http://foo.com////aa////bb////foo.html",
                            "http://foo.com////aa////bb//foo.html",
                            "http://foo.com//aa//bb//foo.html",
                            "http://foo.com//aa/bb/foo.html",
                            "http://foo.com/aa//bb/foo.html",
                            "http://foo.com/aa/bb//foo.html",
                            "file:/var/www/html/////./bar/index.html"),
                    "the standard writes a file's URL with an empty host",
                    List.of("file:/path/index.html", "file:/var/www/html/foo/../bar/index.html"),
                    "the standard refuses a special URL without a host",
                    List.of("ftp:/", "http:////", "http:///////"),
                    "a URL has a scheme; the command line may supply one",
                    List.of("foo.com/index.html"));

    @Test
    void agreesWithCrawlerCommonsButWhereDecidedOtherwise() {
        var differences = new ArrayList<String>();
        for (var line : Conformance.lines("url/crawler-commons-weirdToNormalizedUrls.csv")) {
            if (line.isBlank() || line.startsWith("#")) continue;
            var fields = fields(line);
            var actual =
                    Url.parse(fields.get(0))
                            .map(NormalForm.DEFAULT::apply)
                            .map(Url::toString)
                            .orElse("failure");
            if (!actual.equals(fields.get(1))) differences.add(fields.get(0));
        }
        assertThat(differences)
                .containsExactlyInAnyOrderElementsOf(
                        DECIDED.values().stream().flatMap(List::stream).toList());
    }

    @Test
    void resolvesAsCrawlerCommonsDoes() {
        for (var line : Conformance.lines("url/crawler-commons-url-resolve.csv")) {
            if (line.isBlank() || line.startsWith("#")) continue;
            var fields = fields(line);
            var resolved =
                    fields.get(1).isEmpty()
                            ? Url.parse(fields.get(0))
                            : Url.of(fields.get(1)).resolve(fields.get(0));
            assertThat(resolved.map(Url::toString)).as(line).contains(fields.get(2));
        }
    }

    @Test
    void whatCrawlerCommonsCallsInvalidIsInvalid() {
        for (var line : Conformance.lines("url/crawler-commons-invalidUrls.csv")) {
            if (!line.isBlank() && !line.startsWith("#"))
                assertThat(Url.parse(line)).as(line).isEmpty();
        }
    }

    /** Fields of a line with commas between and, here and there, quotes around. */
    private static List<String> fields(String line) {
        var fields = new ArrayList<String>();
        var matcher =
                Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^,]*?))\\s*(?:,|$)").matcher(line);
        while (matcher.find() && matcher.start() < line.length()) {
            fields.add(
                    matcher.group(1) != null
                            ? matcher.group(1).replace("\"\"", "\"")
                            : matcher.group(2));
        }
        return fields;
    }
}
