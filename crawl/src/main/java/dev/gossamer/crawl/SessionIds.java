package dev.gossamer.crawl;

import com.google.re2j.Pattern;
import dev.gossamer.url.Url;
import org.jspecify.annotations.Nullable;

/** Cuts session ids out of URLs: each visit would get its own, and so every page a new URL. */
final class SessionIds implements UrlFilter {
    private static final Pattern IN_PATH =
            Pattern.compile("(?i);(?:jsessionid|phpsessid|sid)=[^?/#;]*");
    private static final Pattern IN_QUERY =
            Pattern.compile(
                    "(?i)([?&])(?:jsessionid|phpsessid|aspsessionid[a-z]*|sessionid|session_id|sid|cfid|cftoken)=[^&#]*&?");

    @Override
    public @Nullable Url apply(Url url, Found found) {
        // Most URLs have neither a query nor a parameter in the path.
        if (url.query().isEmpty() && url.path().indexOf(';') < 0) return url;
        String text = url.toString();
        String cut = IN_QUERY.matcher(IN_PATH.matcher(text).replaceAll("")).replaceAll("$1");
        if (cut.length() == text.length()) return url;
        if (cut.endsWith("?") || cut.endsWith("&")) cut = cut.substring(0, cut.length() - 1);
        return Url.parse(cut).orElse(url);
    }
}
