package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to challenges; the digests were computed by another program. */
class AuthorizationTest {
    private static final String REALM = "realm=\"the \\\"site\\\"\", nonce=\"n0nce==\"";

    private final Authorization login =
            new Authorization(new FetchOptions.Credentials("reader", "se\"cret"));

    private boolean challenged(String... fields) {
        return login.challenged(List.of(fields), false);
    }

    private String header() {
        return login.header("GET", "/a?b=c").orElse("");
    }

    @Test
    void nothingIsSentBeforeAChallenge() {
        assertThat(header()).isEmpty();
    }

    @Test
    void basicIsAnsweredWhereThereIsNothingBetter() {
        assertThat(challenged("Basic realm=\"x\"")).isTrue();
        assertThat(header()).isEqualTo("Basic cmVhZGVyOnNlImNyZXQ=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Digest realm=x, nonce=y",
                "DIGEST realm=x, nonce=y",
                "Basic realm=x, Digest realm=x, nonce=y",
                "Digest realm=x, nonce=y, algorithm=SHA-256"
            })
    void digestIsPreferred(String field) {
        assertThat(challenged("Basic realm=x", field)).isTrue();
        assertThat(header()).startsWith("Digest username=\"reader\", realm=\"x\", nonce=\"y\"");
    }

    @Test
    void whatWeCannotAnswerIsNotAnswered() {
        assertThat(challenged("Negotiate")).isFalse();
        assertThat(challenged("Digest realm=x, nonce=y, algorithm=SHA-512-256")).isFalse();
        assertThat(challenged()).isFalse();
        assertThat(header()).isEmpty();
        assertThat(challenged("Digest nonce=y, algorithm=other", "Basic realm=x")).isTrue();
        assertThat(header()).startsWith("Basic ");
    }

    /** A second refusal of the same answer means that the password is wrong. */
    @Test
    void theSameIsNotTriedTwiceUnlessItHasMerelyGrownOld() {
        assertThat(login.challenged(List.of("Digest realm=x, nonce=1"), false)).isTrue();
        assertThat(login.challenged(List.of("Digest realm=x, nonce=2"), true)).isFalse();
        assertThat(login.challenged(List.of("Digest realm=x, nonce=2, stale=TRUE"), true)).isTrue();
        assertThat(header()).contains("nonce=\"2\"");
        assertThat(login.challenged(List.of("Basic realm=x"), true)).isFalse();
    }

    @Test
    void theOldestFormHasNoCountAndNoAlgorithm() {
        assertThat(challenged("Digest " + REALM)).isTrue();
        assertThat(header())
                .isEqualTo(
                        "Digest username=\"reader\", realm=\"the \\\"site\\\"\", nonce=\"n0nce==\","
                                + " uri=\"/a?b=c\", response=\"4159ab6b3b216df41f2c203f61a04ffb\"");
    }

    @Test
    void eachRequestIsCounted() {
        assertThat(challenged("Digest " + REALM + ", qop=\"auth-int, auth\", opaque=\"o\""))
                .isTrue();
        String end = "\", opaque=\"o\", cnonce=\"";
        assertThat(header())
                .endsWith(
                        "7c928178cdd19e7ef2d58b3128ba44c3"
                                + end
                                + "7c0601c381909e7f\", qop=auth, nc=00000001");
        assertThat(header())
                .endsWith(
                        "110a2ab395e1108e0cd79292160d0737"
                                + end
                                + "bf6a4f6d9b5d20f4\", qop=auth, nc=00000002");
        assertThat(challenged("Digest " + REALM + ", qop=auth")).isTrue();
        assertThat(header()).endsWith("nc=00000001");
    }

    @ParameterizedTest
    @CsvSource({
        "MD5, qop=auth, 7c928178cdd19e7ef2d58b3128ba44c3",
        "md5, qop=auth, 7c928178cdd19e7ef2d58b3128ba44c3",
        "SHA-256, qop=auth, 6441143ce78defbd1d3e65880d2f2d4feb4cf53623b4b7e02877f6b4d38a3e52",
        "MD5-sess, qop=auth, 781b7e6de82759119ad5bc0a3ce85223",
        "MD5-sess, qop=auth-int, 446180895272d5de7e2529734a5c56a6",
    })
    void digestsAreThoseOfTheirAlgorithm(String algorithm, String qop, String response) {
        assertThat(challenged("Digest " + REALM + ", algorithm=" + algorithm + ", " + qop))
                .isTrue();
        assertThat(header())
                .contains("response=\"" + response + "\"")
                .contains("algorithm=" + algorithm);
    }

    /** What servers write between and around their parameters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Digest realm=r,nonce=n,qop=auth",
                "Digest realm=\"r\" nonce=\"n\" qop=\"auth\"",
                "Digest  realm = r ,  nonce = \"n\" , qop = auth ",
                "Digest x, realm=r, =y, nonce=n, nonce=m, qop=auth",
                "Digest REALM=\"\\r\", Nonce=n, qop=\"auth",
            })
    void parametersAreReadWhateverStandsBetween(String field) {
        assertThat(challenged(field)).isTrue();
        assertThat(header()).contains("realm=\"r\", nonce=\"n\"").contains("qop=auth");
    }

    @Test
    void aChallengeOfEndlessParametersIsReadToTheLimit() {
        var many = new StringBuilder("Digest ");
        for (int i = 0; i < 100; i++) many.append("p").append(i).append("=1, ");
        assertThat(challenged(many + "nonce=n")).isTrue();
        assertThat(header()).contains("nonce=\"\"");
    }
}
