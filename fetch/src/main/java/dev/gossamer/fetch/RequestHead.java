package dev.gossamer.fetch;

import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;

/** Writes request heads. The fields that never change are made once. */
final class RequestHead {
    private final String ownFields;

    RequestHead(FetchOptions options) {
        ownFields =
                "\r\nUser-Agent: "
                        + options.agent()
                        + "\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8"
                        + "\r\nAccept-Encoding: gzip, deflate\r\n";
    }

    /** False for a URL that would break the request line: it was not made by the URL parser. */
    static boolean isWritable(Url url) {
        String target = url.pathAndQuery();
        for (int i = 0; i < target.length(); i++) {
            if (target.charAt(i) <= ' ' || target.charAt(i) >= 0x7f) return false;
        }
        return target.startsWith("/");
    }

    byte[] write(Request request) {
        var head = new StringBuilder(512);
        head.append("GET ").append(request.url().pathAndQuery()).append(" HTTP/1.1\r\nHost: ");
        head.append(request.url().authority()).append(ownFields);
        for (var field : request.headers()) {
            head.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
