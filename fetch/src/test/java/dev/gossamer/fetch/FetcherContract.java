package dev.gossamer.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a crawl relies on, whichever fetcher a scheme has. */
abstract class FetcherContract {
    private static final int MANY = 200;

    private RawServer talking;
    private RawServer silent;

    abstract Fetcher fetcher();

    @BeforeEach
    void start() throws IOException {
        talking = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        silent = RawServer.answering("");
    }

    @AfterEach
    void stop() throws IOException {
        talking.close();
        silent.close();
    }

    private Request answered(int number) {
        return Fetching.request(talking.url("/" + number));
    }

    private Request unanswered() {
        return Fetching.request(silent.url("/"));
    }

    @Test
    void eachRequestHasOneOutcomeOfItsOwnUrl() throws Exception {
        var outcomes = new ConcurrentLinkedQueue<Outcome>();
        var all = new CountDownLatch(MANY);
        var requests = IntStream.range(0, MANY).mapToObj(this::answered).toList();
        try (var fetcher = fetcher()) {
            for (var request : requests)
                fetcher.fetch(
                        request,
                        outcome -> {
                            outcomes.add(outcome);
                            all.countDown();
                        });
            assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(outcomes.stream().map(Outcome::url))
                .containsExactlyInAnyOrderElementsOf(requests.stream().map(Request::url).toList());
        assertThat(outcomes).allMatch(outcome -> outcome instanceof Outcome.Answer);
        for (var outcome : outcomes) ((Outcome.Answer) outcome).body().close();
    }

    /** What cannot be asked for is an outcome, not an exception. */
    @Test
    void whatItDoesNotSpeakFails() throws Exception {
        try (var fetcher = fetcher()) {
            var odd = new Request(Url.of("gopher://127.0.0.1/"), List.of(), List.of(), 1 << 20);
            assertThat(Fetching.fetch(fetcher, odd)).isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    void whatIsUnderWayHasAnOutcomeWhenItCloses() throws Exception {
        var ended = new AtomicInteger();
        var last = new CountDownLatch(10);
        var fetcher = fetcher();
        for (int i = 0; i < 10; i++)
            fetcher.fetch(
                    unanswered(),
                    outcome -> {
                        if (outcome instanceof Outcome.Failed) ended.incrementAndGet();
                        last.countDown();
                    });
        fetcher.close();
        assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ended).hasValue(10);
        fetcher.close();
    }

    /** A program may ask late; it must not wait for ever. */
    @Test
    void whatComesAfterItClosedFails() throws Exception {
        var fetcher = fetcher();
        fetcher.close();
        assertThat(Fetching.fetch(fetcher, answered(1))).isInstanceOf(Outcome.Failed.class);
    }
}
