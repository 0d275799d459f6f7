package dev.gossamer.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;

/**
 * Any text at all is a URL or none, and what a URL is does not change when it is read again.
 * Replays its inputs in every build; with JAZZER_FUZZ=1 in the environment it looks for new ones
 * for a minute. An input is a base, a line feed, a reference.
 */
class UrlFuzzer {
    private static final NormalForm EVERY_RULE =
            NormalForm.of(EnumSet.allOf(NormalForm.Rule.class), NormalForm.TRACKING_PARAMETERS);

    @FuzzTest(maxDuration = "1m")
    void readsAnything(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        int split = text.indexOf('\n');
        Url.parse(text).ifPresent(UrlFuzzer::holds);
        if (split < 0) return;
        Url.parse(text.substring(0, split))
                .flatMap(base -> base.resolve(text.substring(split + 1)))
                .ifPresent(UrlFuzzer::holds);
    }

    private static void holds(Url url) {
        var full = UrlParser.parse(url.toString(), null, StandardCharsets.UTF_8);
        assertThat(full).as("%s read again", url).isEqualTo(url);
        assertThat(url.resolve(url.toString())).as("%s resolved against itself", url).contains(url);
        assertThat(url.toString()).isEqualTo(join(url));
        assertThat(url.registeredDomain()).isNotNull();
        assertThat(url.surt()).isNotNull();
        idempotent(NormalForm.DEFAULT, url);
        idempotent(EVERY_RULE, url);
    }

    private static void idempotent(NormalForm form, Url url) {
        var normal = form.apply(url);
        assertThat(form.apply(normal)).as("normal form of %s", url).isEqualTo(normal);
    }

    /** The URL from its parts. */
    private static String join(Url url) {
        var credentials = url.username() + (url.password().isEmpty() ? "" : ":" + url.password());
        var authority = "//" + (credentials.isEmpty() ? "" : credentials + "@") + url.authority();
        return url.scheme()
                + ":"
                + (url.hasAuthority() ? authority : url.path().startsWith("//") ? "/." : "")
                + url.path()
                + url.query().map(query -> "?" + query).orElse("")
                + url.fragment().map(fragment -> "#" + fragment).orElse("");
    }
}
