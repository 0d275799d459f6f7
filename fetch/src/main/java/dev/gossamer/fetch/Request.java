package dev.gossamer.fetch;

import dev.gossamer.http.HeaderField;
import dev.gossamer.http.Headers;
import dev.gossamer.url.Url;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * One request to make.
 *
 * @param addresses where to connect, tried in order; what the resolver answered, so that the
 *     address which politeness was reckoned for is the one asked
 * @param headers sent besides those that the fetcher sends by itself
 * @param maxBodyBytes a longer body is cut there and marked as truncated; counted as it comes over
 *     the wire
 * @param wanted looks at the head and says whether to download the body
 */
public record Request(
        Url url,
        List<InetAddress> addresses,
        List<HeaderField> headers,
        long maxBodyBytes,
        Wanted wanted) {
    public Request {
        if (maxBodyBytes < 0) throw new IllegalArgumentException("negative limit: " + maxBodyBytes);
    }

    public Request(
            Url url, List<InetAddress> addresses, List<HeaderField> headers, long maxBodyBytes) {
        this(url, addresses, headers, maxBodyBytes, Wanted.ALWAYS);
    }

    /** The same request, which asks for the page only if it is no longer what it was. */
    public Request asking(Validators ifChangedSince) {
        var all = new ArrayList<>(headers);
        all.addAll(ifChangedSince.fields());
        return new Request(url, addresses, List.copyOf(all), maxBodyBytes, wanted);
    }

    /** Decides from the head, before the body is downloaded. Called on a thread of the fetcher. */
    @FunctionalInterface
    public interface Wanted {
        Wanted ALWAYS = (_, _) -> true;

        boolean isWanted(int status, Headers headers);
    }
}
