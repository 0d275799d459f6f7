package dev.gossamer.fetch;

import dev.gossamer.http.Headers;
import dev.gossamer.http.HeaderField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an earlier answer gave to recognise its page by. Sent along with {@link Request#asking}, a
 * server answers 304 where the page is still the same (RFC 9110 section 13).
 *
 * @param etag as it came, quotes and all
 * @param lastModified as it came: a date that we neither read nor reckon with
 */
public record Validators(Optional<String> etag, Optional<String> lastModified) {
    public static final Validators NONE = new Validators(Optional.empty(), Optional.empty());

    /** Longer ones are not worth their place. */
    private static final int MAX_CHARS = 1024;

    /** Of an earlier answer. */
    public static Validators of(Headers headers) {
        return new Validators(field(headers, "etag"), field(headers, "last-modified"));
    }

    /** What could not be sent back as it is, is no validator. */
    private static Optional<String> field(Headers headers, String name) {
        return headers.first(name)
                .filter(value -> !value.isEmpty() && value.length() <= MAX_CHARS)
                .filter(value -> value.chars().allMatch(c -> c >= ' ' && c < 0x7f));
    }

    /** The fields that ask; both where both are known, as section 13.1.3 wants it. */
    List<HeaderField> fields() {
        var fields = new ArrayList<HeaderField>(2);
        etag.ifPresent(value -> fields.add(new HeaderField("If-None-Match", value)));
        lastModified.ifPresent(value -> fields.add(new HeaderField("If-Modified-Since", value)));
        return fields;
    }
}
