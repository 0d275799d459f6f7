package dev.gossamer.server;

import dev.gossamer.files.HeapShare;
import dev.gossamer.replay.AnswerMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Where requests for archived pages come in, at the port that is theirs. No token is wanted: the
 * ticket in the path says what its holder may see. The headers are those of the archive's pages
 * alone.
 */
final class ReplayDoor extends Handler.Abstract {
    private final Gatekeeper gatekeeper;
    private final ReplayMount replay;
    private final Semaphore handlers;
    private final AnswerMemory memory = new AnswerMemory(HeapShare.ANSWERS.here());

    ReplayDoor(Gatekeeper gatekeeper, ReplayMount replay, ServerLimits limits) {
        this.gatekeeper = gatekeeper;
        this.replay = replay;
        handlers = new Semaphore(limits.handlers());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws InterruptedException {
        boolean isHead = request.getMethod().equals("HEAD");
        try (var share = memory.open()) {
            FrontDoor.write(inPieces(answer(request, share)), isHead, response, callback);
        }
        return true;
    }

    /** Lets the thread wait until all is written, so that its memory is taken as long. */
    private static ApiAnswer inPieces(ApiAnswer answer) {
        return answer instanceof ApiAnswer.Bytes(var status, var type, var bytes, var headers)
                ? new ApiAnswer.Streamed(status, type, out -> out.write(bytes), headers)
                : answer;
    }

    private ApiAnswer answer(Request request, AnswerMemory.Share share) {
        if (!handlers.tryAcquire()) return refusal(429, "too many requests");
        try {
            gatekeeper.checkHost(request);
            return replay.replay(request, share);
        } catch (Problem e) {
            return refusal(e.status(), String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            System.getLogger("dev.gossamer.server")
                    .log(System.Logger.Level.WARNING, "an archived page cannot be shown", e);
            return refusal(500, "it cannot be read");
        } finally {
            handlers.release();
        }
    }

    private static ApiAnswer refusal(int status, String why) {
        return new ApiAnswer.Bytes(
                status,
                "text/plain; charset=utf-8",
                why.getBytes(StandardCharsets.UTF_8),
                Map.of(
                        "Content-Security-Policy", "sandbox; default-src 'none'",
                        "X-Content-Type-Options", "nosniff"));
    }
}
