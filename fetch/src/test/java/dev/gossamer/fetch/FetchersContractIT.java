package dev.gossamer.fetch;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

final class FetchersContractIT extends FetcherContract {
    private RawServer talking;
    private RawServer silent;

    @BeforeEach
    void start() throws IOException {
        talking = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        silent = RawServer.start(peer -> Thread.sleep(60_000));
    }

    @AfterEach
    void stop() throws IOException {
        talking.close();
        silent.close();
    }

    @Override
    Fetcher fetcher() {
        return new Fetchers(
                Map.of("http", HttpFetcher.open(Fetching.OPTIONS)), InstantSource.system());
    }

    @Override
    Request answered(int number) {
        return Fetching.request(talking.url("/" + number));
    }

    @Override
    Request unanswered() {
        return Fetching.request(silent.url("/"));
    }
}
