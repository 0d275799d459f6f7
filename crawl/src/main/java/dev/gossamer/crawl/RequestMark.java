package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says which application asked for a URL. The mark stands in the fragment of the URL by which the
 * crawl found it ({@code via}), which no other such URL has. So it is kept in the queue, in the
 * journal and in {@code crawl.log}, moves with the shard, and a redirect hands it on.
 *
 * @param app the application
 * @param id of the request, chosen by the application
 * @param isFollowed whether the links of the page are followed
 */
public record RequestMark(String app, String id, boolean isFollowed) {
    /** The longest name of an application, in characters. */
    public static final int MAX_APP_LENGTH = 64;

    /** The longest name of a request, in characters. */
    public static final int MAX_ID_LENGTH = 200;

    private static final Pattern FRAGMENT = Pattern.compile("request(-follow)?/([^/]+)/([^/]+)");

    public RequestMark {
        if (app.isEmpty() || app.length() > MAX_APP_LENGTH)
            throw new IllegalArgumentException(
                    "the name of an application has from 1 to %d characters"
                            .formatted(MAX_APP_LENGTH));
        if (id.isEmpty() || id.length() > MAX_ID_LENGTH)
            throw new IllegalArgumentException(
                    "the id of a request has from 1 to %d characters".formatted(MAX_ID_LENGTH));
    }

    /** Returns the URL with this mark. */
    Url on(Url url) {
        var text = url.toString();
        int end = text.indexOf('#');
        return Url.of(
                "%s#request%s/%s/%s"
                        .formatted(
                                end < 0 ? text : text.substring(0, end),
                                isFollowed ? "-follow" : "",
                                URLEncoder.encode(app, StandardCharsets.UTF_8),
                                URLEncoder.encode(id, StandardCharsets.UTF_8)));
    }

    /** Returns the mark of a URL by which another was found, if it has one. */
    static Optional<RequestMark> of(Url via) {
        var fragment = via.fragment();
        if (fragment.isEmpty()) return Optional.empty();
        var matched = FRAGMENT.matcher(fragment.get());
        if (!matched.matches()) return Optional.empty();
        return Optional.of(
                new RequestMark(
                        URLDecoder.decode(matched.group(2), StandardCharsets.UTF_8),
                        URLDecoder.decode(matched.group(3), StandardCharsets.UTF_8),
                        matched.group(1) != null));
    }
}
