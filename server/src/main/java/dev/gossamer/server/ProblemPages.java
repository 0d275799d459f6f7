package dev.gossamer.server;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers requests that Jetty itself refuses, such as a head that is too long. */
final class ProblemPages implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var json =
                ApiJson.bytes(
                        ApiJson.map(
                                "type", "about:blank",
                                "title", "The request cannot be read",
                                "status", response.getStatus(),
                                "detail", "it breaks a rule of HTTP or a limit of this server"));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.write(true, ByteBuffer.wrap(json), callback);
        return true;
    }
}
