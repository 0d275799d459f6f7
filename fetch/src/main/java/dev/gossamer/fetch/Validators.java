package dev.gossamer.fetch;

import dev.gossamer.http.FieldList;
import dev.gossamer.http.HeaderField;
import dev.gossamer.http.Headers;
import dev.gossamer.http.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an earlier answer gave to recognise its page by. Sent along with {@link Request#asking}, a
 * server answers 304 where the page is still the same (RFC 9110 section 13).
 *
 * @param etag as it came, quotes and all
 * @param lastModified as it came
 */
public record Validators(Optional<String> etag, Optional<String> lastModified) {
    public static final Validators NONE = new Validators(Optional.empty(), Optional.empty());

    /** Longer ones are not worth their place. */
    private static final int MAX_CHARS = 1024;

    /**
     * A page that was changed less than this before it was fetched may have been changed again in
     * the same second, which its date does not tell (RFC 9110 section 8.8.2.2).
     */
    private static final Duration MIN_AGE = Duration.ofMinutes(1);

    /**
     * Dates before the web are those of files whose date was set to a constant, and stay the same
     * when the files change.
     */
    private static final Instant FIRST_DATE = Instant.parse("1990-01-01T00:00:00Z");

    /** What servers append to the tag of a page that they compressed, and forget in a 304. */
    private static final List<String> CODING_SUFFIXES =
            List.of("-gzip", "-br", "-zstd", "-deflate", "-df", ";gzip", ";br", ":gzip", ":br");

    /** Returns whether there is nothing to ask with. */
    public boolean areNone() {
        return etag.isEmpty() && lastModified.isEmpty();
    }

    /**
     * Returns the validators of an earlier answer, as far as a 304 to them can be relied on. Where
     * the answer depends on more than its coding, a date does not tell one variant from another.
     *
     * @param at when it was fetched
     */
    public static Validators of(Headers headers, Instant at) {
        boolean isVarying = false;
        for (String name : FieldList.items(headers.joined("vary").toLowerCase(Locale.ROOT))) {
            if (name.equals("*")) return NONE;
            isVarying |= !name.isEmpty() && !name.equals("accept-encoding");
        }
        var date = isVarying ? Optional.<String>empty() : headers.first("last-modified");
        return new Validators(
                headers.first("etag").filter(Validators::isTag),
                date.filter(Validators::isWritable).filter(text -> isReliable(text, at)));
    }

    /** Returns whether the value can be sent back as it is: no byte of it ends or breaks a line. */
    private static boolean isWritable(String value) {
        return !value.isEmpty()
                && value.length() <= MAX_CHARS
                && value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /**
     * Returns whether the value is one tag. Many servers leave out the quotes; without them a comma
     * would make two of it, and an asterisk would mean any page.
     */
    private static boolean isTag(String value) {
        if (!isWritable(value)) return false;
        String tag = opaque(value);
        boolean isQuoted = tag.length() >= 2 && tag.startsWith("\"") && tag.endsWith("\"");
        String inner = isQuoted ? tag.substring(1, tag.length() - 1) : tag;
        if (inner.isEmpty() || inner.indexOf('"') >= 0) return false;
        return isQuoted || inner.chars().noneMatch(c -> c == ',' || c == '*' || c == ' ');
    }

    /** Returns a tag without the mark of a weak one. */
    private static String opaque(String tag) {
        return tag.startsWith("W/") || tag.startsWith("w/") ? tag.substring(2) : tag;
    }

    private static boolean isReliable(String date, Instant at) {
        return HttpDate.parse(date, at)
                .filter(FIRST_DATE::isBefore)
                .filter(changed -> changed.plus(MIN_AGE).isBefore(at))
                .isPresent();
    }

    /**
     * Returns whether a 304 can be about the page that was asked for: it names the same tag, or
     * none. One with another tag confirms a page that we do not have (RFC 9111 section 4.3.4).
     */
    public boolean areConfirmedBy(Headers notModified) {
        var named = notModified.first("etag");
        if (etag.isEmpty() || named.isEmpty()) return true;
        return bare(named.get()).equals(bare(etag.get()));
    }

    /** Returns what is left of a tag without its quotes, its weakness and the name of a coding. */
    private static String bare(String tag) {
        String bare = opaque(tag).replace("\"", "");
        for (String suffix : CODING_SUFFIXES) {
            if (bare.endsWith(suffix)) return bare.substring(0, bare.length() - suffix.length());
        }
        return bare;
    }

    /** The fields that ask; both where both are known, as section 13.1.3 wants it. */
    List<HeaderField> fields() {
        var fields = new ArrayList<HeaderField>(2);
        etag.ifPresent(value -> fields.add(new HeaderField("If-None-Match", value)));
        lastModified.ifPresent(value -> fields.add(new HeaderField("If-Modified-Since", value)));
        return fields;
    }
}
