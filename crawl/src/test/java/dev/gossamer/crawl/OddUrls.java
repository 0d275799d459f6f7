package dev.gossamer.crawl;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** URLs as the web has them, for what must cope with all of them. */
final class OddUrls {
    private OddUrls() {}

    static List<Url> all() {
        return Stream.of(
                        "http://a.test/",
                        "https://a.test/",
                        "http://a.test:8080/x?y=z#part",
                        "http://a.test/" + "a/".repeat(500),
                        "http://a.test/?" + "q=1&".repeat(1000),
                        "http://" + "sub.".repeat(30) + "a.test/",
                        "http://127.0.0.1/",
                        "http://[::1]/",
                        "http://xn--bcher-kva.test/%e4%b8%ad",
                        "http://user:secret@a.test/",
                        "http://a.test/a/b/a/b/a/b/a/b/",
                        "http://a.test//x//y",
                        "http://a.test/;jsessionid=0123456789ABCDEF?PHPSESSID=1",
                        "http://a.test/%00%ff%0d%0a",
                        "http://a.test/.well-known/x",
                        "http://com/",
                        "http://co.uk/",
                        "ftp://a.test/x",
                        "mailto:x@a.test",
                        "data:text/html,x",
                        "javascript:void(0)")
                .map(Url::parse)
                .flatMap(Optional::stream)
                .toList();
    }
}
