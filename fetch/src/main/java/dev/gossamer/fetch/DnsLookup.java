package dev.gossamer.fetch;

import dev.gossamer.http.FieldList;
import io.netty.channel.AddressedEnvelope;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * One kind of address of one name: asks server after server until one knows, follows aliases that
 * the server leaves open. Lives on the resolver's event loop.
 */
final class DnsLookup {
    /** What came of it, and from whom. */
    record Result(DnsAnswer answer, String server, Instant at) {}

    private static final int MAX_OPEN_ALIASES = 8;

    private final DnsNameResolver client;
    private final List<InetSocketAddress> servers;
    private final DnsOptions options;
    private final DnsRecordType type;
    private final Consumer<Result> done;
    private int firstServer;
    private int asked;
    private int aliases;
    private boolean isDone;

    /** Who was heard last. */
    private String server = "";

    /** Records of the aliases followed so far. */
    private String records = "";

    DnsLookup(
            DnsNameResolver client,
            List<InetSocketAddress> servers,
            DnsOptions options,
            DnsRecordType type,
            Consumer<Result> done) {
        this.client = client;
        this.servers = servers;
        this.options = options;
        this.type = type;
        this.done = done;
    }

    /**
     * @param firstServer changes from look-up to look-up, to spread them
     */
    void start(String name, int firstServer) {
        this.firstServer = firstServer;
        DnsQuestion question;
        try {
            if (isTooLong(name)) throw new IllegalArgumentException("too long");
            question = new DefaultDnsQuestion(name, type);
        } catch (IllegalArgumentException e) {
            finish(new DnsAnswer(DnsAnswer.Kind.NO_SUCH_NAME, List.of(), name, -1, "not a name"));
            return;
        }
        ask(question);
    }

    /** Ends the look-up as failed, unless it has ended. */
    void expire() {
        if (!isDone) finish(failure("no answer in time"));
    }

    /** RFC 1035 section 2.3.4. */
    private static boolean isTooLong(String name) {
        if (name.length() > 253) return true;
        return FieldList.items(name, '.').stream().anyMatch(label -> label.length() > 63);
    }

    private void ask(DnsQuestion question) {
        if (servers.isEmpty()) {
            finish(failure("no name server"));
            return;
        }
        var server = servers.get(Math.floorMod(firstServer + asked, servers.size()));
        asked++;
        client.query(server, question)
                .addListener(
                        (Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> future) ->
                                answered(question, server, future));
    }

    /**
     * Whatever goes wrong here ends the look-up: Netty only logs what a listener throws, and then
     * nobody would ever hear of this name again.
     */
    private void answered(
            DnsQuestion question,
            InetSocketAddress server,
            Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> future) {
        this.server = server.getAddress().getHostAddress();
        try {
            if (!future.isSuccess()) failed(question, String.valueOf(future.cause().getMessage()));
            else read(question, future.getNow());
        } catch (Throwable e) {
            FetchLog.warn("reading an answer about " + question.name(), e);
            if (!isDone) finish(failure(e.toString()));
        }
    }

    private void read(
            DnsQuestion question, AddressedEnvelope<DnsResponse, InetSocketAddress> envelope) {
        if (isDone) {
            envelope.release();
            return;
        }
        DnsAnswer answer;
        try {
            answer = DnsAnswer.read(question.name(), envelope.content());
        } catch (RuntimeException malformed) {
            failed(question, "malformed answer: " + malformed.getMessage());
            return;
        } finally {
            envelope.release();
        }
        switch (answer.kind()) {
            case FAILED -> failed(question, answer.records());
            case ALIAS -> {
                records += answer.records();
                asked = 0;
                if (++aliases > MAX_OPEN_ALIASES) {
                    finish(failure("too many aliases"));
                } else {
                    ask(new DefaultDnsQuestion(answer.name(), type));
                }
            }
            case FOUND, NO_SUCH_NAME -> finish(answer);
        }
    }

    private void failed(DnsQuestion question, String why) {
        if (isDone) return;
        if (asked < options.questions().attempts()) ask(question);
        else finish(failure(why));
    }

    private static DnsAnswer failure(String why) {
        return new DnsAnswer(DnsAnswer.Kind.FAILED, List.of(), "", -1, why);
    }

    private void finish(DnsAnswer answer) {
        var at = options.time().instants().instant();
        boolean isFailed = answer.kind() == DnsAnswer.Kind.FAILED; // its text says why
        var whole =
                new DnsAnswer(
                        answer.kind(),
                        answer.addresses(),
                        answer.name(),
                        answer.ttlSeconds(),
                        isFailed ? answer.records() : records + answer.records());
        isDone = true;
        done.accept(new Result(whole, server, at));
    }
}
