package dev.gossamer.fetch;

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
            finish(
                    new DnsAnswer(DnsAnswer.Kind.NO_SUCH_NAME, List.of(), name, -1, "not a name"),
                    servers.getFirst());
            return;
        }
        ask(question);
    }

    /** RFC 1035 section 2.3.4. */
    private static boolean isTooLong(String name) {
        if (name.length() > 253) return true;
        for (String label : name.split("\\.")) {
            if (label.length() > 63) return true;
        }
        return false;
    }

    private void ask(DnsQuestion question) {
        var server = servers.get(Math.floorMod(firstServer + asked, servers.size()));
        asked++;
        client.query(server, question)
                .addListener(
                        (Future<AddressedEnvelope<DnsResponse, InetSocketAddress>> future) -> {
                            if (future.isSuccess()) {
                                read(question, server, future.getNow());
                            } else {
                                String why = String.valueOf(future.cause().getMessage());
                                failed(question, server, why);
                            }
                        });
    }

    private void read(
            DnsQuestion question,
            InetSocketAddress server,
            AddressedEnvelope<DnsResponse, InetSocketAddress> envelope) {
        DnsAnswer answer;
        try {
            answer = DnsAnswer.read(question.name(), envelope.content());
        } catch (RuntimeException malformed) {
            failed(question, server, "malformed answer: " + malformed.getMessage());
            return;
        } finally {
            envelope.release();
        }
        switch (answer.kind()) {
            case FAILED -> failed(question, server, answer.records());
            case ALIAS -> {
                records += answer.records();
                asked = 0;
                if (++aliases > MAX_OPEN_ALIASES) {
                    finish(failure(question, "too many aliases"), server);
                } else {
                    ask(new DefaultDnsQuestion(answer.name(), type));
                }
            }
            case FOUND, NO_SUCH_NAME -> finish(answer, server);
        }
    }

    private void failed(DnsQuestion question, InetSocketAddress server, String why) {
        if (asked < options.questions().attempts()) ask(question);
        else finish(failure(question, why), server);
    }

    private static DnsAnswer failure(DnsQuestion question, String why) {
        return new DnsAnswer(DnsAnswer.Kind.FAILED, List.of(), question.name(), -1, why);
    }

    private void finish(DnsAnswer answer, InetSocketAddress server) {
        String who = server.getAddress().getHostAddress() + ":" + server.getPort();
        var whole =
                new DnsAnswer(
                        answer.kind(),
                        answer.addresses(),
                        answer.name(),
                        answer.ttlSeconds(),
                        records + answer.records());
        done.accept(new Result(whole, who, options.time().instants().instant()));
    }
}
