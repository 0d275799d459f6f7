package dev.gossamer.replay;

import dev.gossamer.store.CaptureTime;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A capture as addresses of archives name it: {@code 20260115093000/http://example.org/}, with two
 * letters and an underscore behind the time that say what it is for.
 *
 * @param at the time that is asked for; empty where none is named
 * @param use such as {@code id_}; empty where none is named
 */
record CaptureAddress(Optional<Instant> at, String use, Url url) {
    /** A page that is shown inside another. */
    static final String FRAME = "if_";

    /** The bytes as they came. */
    static final String IDENTITY = "id_";

    private static final Pattern TIMED = Pattern.compile("(\\d{4,14})([a-z]{2}_)?/(.*)");

    /** Reads an address; empty where it is none. */
    static Optional<CaptureAddress> parse(String text) {
        var timed = TIMED.matcher(text);
        if (!timed.matches())
            return url(text).map(url -> new CaptureAddress(Optional.empty(), "", url));
        var at = CaptureTime.earliest(timed.group(1));
        if (at.isEmpty()) return Optional.empty();
        String use = Optional.ofNullable(timed.group(2)).orElse("");
        return url(timed.group(3)).map(url -> new CaptureAddress(at, use, url));
    }

    /** Some clients make one slash of two. */
    private static Optional<Url> url(String text) {
        String whole = text.replaceFirst("^(https?):/+", "$1://");
        return Url.parse(whole.contains("://") ? whole : "http://" + whole).filter(Url::isHttp);
    }

    static String of(Instant at, String use, Url url) {
        return CaptureTime.text(at) + use + "/" + url;
    }
}
