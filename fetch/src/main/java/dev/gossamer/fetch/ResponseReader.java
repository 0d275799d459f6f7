package dev.gossamer.fetch;

import dev.gossamer.http.ResponseHead;
import dev.gossamer.http.Truncation;
import dev.gossamer.http.ChunkFraming;
import dev.gossamer.http.Codings;
import dev.gossamer.http.HeadEnd;
import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers from the bytes of a connection, one after the other, however the bytes are cut into
 * pieces. Knows limits and framing, RFC 9112 section 6.3; knows nothing of sockets, time or
 * requests.
 */
final class ResponseReader {
    /** What a call of {@link #read} came to. */
    enum Progress {
        /** All bytes are taken and the answer is not at its end. */
        MORE,
        /** The head is whole. The next call goes on with the body. */
        HEAD,
        /** The answer is whole; what is left of the bytes is not part of it. */
        DONE,
        /** The body is longer than it may be. */
        CUT,
        /** See {@link #fault}. */
        BAD
    }

    private static final int KEPT_HEAD_BYTES = 8192;

    /** Line ends in front of an answer, which some servers send; as browsers do, we bear a few. */
    private static final int MAX_LEADING_BYTES = 4;

    private final FetchOptions.Limits limits;
    private final BodyMemory memory;
    private final HeadEnd headEnd = new HeadEnd();
    private final ByteProcessor untilHeadEnd = b -> !headEnd.isAt(b);
    private final ChunkFraming chunks = new ChunkFraming();
    private long maxBodyBytes;
    private int interimAnswers;
    private int leadingBytes;

    /** A head that came in pieces; {@code headLength} bytes of it are there. */
    private byte[] headBytes = {};

    private int headLength;
    private @Nullable ResponseHead head;
    private @Nullable BodySink body;

    /** Of a body with a known length; -1 when it is chunked or ends with the connection. */
    private long bodyLeft;

    private Fault fault = Fault.BAD_ANSWER;
    private String detail = "";

    ResponseReader(FetchOptions.Limits limits, BodyMemory memory) {
        this.limits = limits;
        this.memory = memory;
    }

    /** Gets ready for the next answer. */
    void begin(long maxBodyBytes) {
        this.maxBodyBytes = maxBodyBytes;
        interimAnswers = 0;
        leadingBytes = 0;
        headLength = 0;
        headEnd.reset();
        chunks.reset();
        head = null;
        body = null;
    }

    ResponseHead head() {
        return Objects.requireNonNull(head);
    }

    boolean hasHead() {
        return head != null;
    }

    /** Why the last call said {@link Progress#BAD}. */
    Fault fault() {
        return fault;
    }

    String detail() {
        return detail;
    }

    /** Whether the end of the connection is the proper end of this body. */
    boolean endsWithConnection() {
        return head != null && bodyLeft < 0 && !head.isChunked();
    }

    Progress read(ByteBuf buffer) throws IOException {
        if (head != null) return readBody(buffer, head);
        while (buffer.isReadable()) {
            if (headLength == 0 && isLeading(buffer)) continue;
            var progress = readHead(buffer);
            if (progress != Progress.MORE) return progress;
        }
        return Progress.MORE;
    }

    /** Passes over a line end in front of the head. */
    private boolean isLeading(ByteBuf buffer) {
        byte first = buffer.getByte(buffer.readerIndex());
        if ((first != '\r' && first != '\n') || ++leadingBytes > MAX_LEADING_BYTES) return false;
        buffer.skipBytes(1);
        return true;
    }

    private Progress readHead(ByteBuf buffer) {
        int end = buffer.forEachByte(untilHeadEnd);
        int count = (end < 0 ? buffer.writerIndex() : end + 1) - buffer.readerIndex();
        if (headLength + count > limits.headBytes()) {
            return bad(Fault.HEAD_TOO_LARGE, "more than " + limits.headBytes() + " bytes");
        }
        if (end >= 0)
            return headIsWhole(ResponseHead.parse(takeHead(buffer, count), limits.headFields()));
        collectHead(buffer, count);
        return ResponseHead.mayBegin(headBytes, headLength)
                ? Progress.MORE
                : bad(Fault.BAD_ANSWER, "not HTTP");
    }

    /** Most heads come in one piece and are copied once. */
    private byte[] takeHead(ByteBuf buffer, int count) {
        headEnd.reset();
        if (headLength == 0) {
            byte[] whole = new byte[count];
            buffer.readBytes(whole);
            return whole;
        }
        collectHead(buffer, count);
        byte[] whole = Arrays.copyOf(headBytes, headLength);
        headLength = 0;
        if (headBytes.length > KEPT_HEAD_BYTES) headBytes = new byte[0];
        return whole;
    }

    private void collectHead(ByteBuf buffer, int count) {
        if (headLength + count > headBytes.length) {
            headBytes = Arrays.copyOf(headBytes, Math.max(headLength + count, headLength * 2));
        }
        buffer.readBytes(headBytes, headLength, count);
        headLength += count;
    }

    private Progress headIsWhole(ResponseHead parsed) {
        if (!parsed.isWhole()) return bad(Fault.BAD_ANSWER, parsed.flaw());
        if (parsed.hasTooManyFields()) {
            return bad(Fault.TOO_MANY_FIELDS, "more than " + limits.headFields());
        }
        if (parsed.isInterim()) {
            return ++interimAnswers <= limits.interimAnswers()
                    ? Progress.MORE
                    : bad(Fault.TOO_MANY_INTERIM, "more than " + limits.interimAnswers());
        }
        head = parsed;
        if (parsed.hasNoBody()) bodyLeft = 0;
        else bodyLeft = parsed.transferCodings().isEmpty() ? parsed.contentLength() : -1;
        body = new BodySink(memory, Math.min(bodyLeft, maxBodyBytes));
        return Progress.HEAD;
    }

    private Progress readBody(ByteBuf buffer, ResponseHead head) throws IOException {
        var sink = Objects.requireNonNull(body);
        boolean isChunked = bodyLeft < 0 && head.isChunked();
        int count = buffer.readableBytes();
        if (isChunked) count = chunked(buffer.nioBuffer());
        else if (bodyLeft >= 0) count = (int) Math.min(count, bodyLeft);

        long room = maxBodyBytes - sink.length();
        sink.take(buffer, (int) Math.min(count, room));
        if (count > room) return Progress.CUT;
        if (isChunked) {
            if (chunks.isBad()) return bad(Fault.BAD_ANSWER, "bad chunk");
            return chunks.isDone() ? Progress.DONE : Progress.MORE;
        }
        if (bodyLeft < 0) return Progress.MORE;
        bodyLeft -= count;
        return bodyLeft == 0 ? Progress.DONE : Progress.MORE;
    }

    /** How many of these bytes belong to a chunked body. The framing stays: archives keep it. */
    private int chunked(ByteBuffer piece) {
        int start = piece.position();
        for (int count = chunks.next(piece); count > 0; count = chunks.next(piece)) {
            piece.position(piece.position() + count);
        }
        return piece.position() - start;
    }

    private Progress bad(Fault fault, String detail) {
        this.fault = fault;
        this.detail = detail;
        return Progress.BAD;
    }

    /** The body as far as it came. */
    WireBody finish(Optional<Truncation> cut, Optional<Fault> cause) throws IOException {
        var end = new WireBody.End(Codings.of(head()), limits.decoding(), cut, cause);
        var whole = Objects.requireNonNull(body).finish(end);
        body = null; // not before that: what could not be finished is discarded
        return whole;
    }

    /** Nobody will read what came of a body. */
    void discard() {
        if (body != null) body.discard();
        body = null;
    }
}
