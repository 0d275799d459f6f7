package dev.gossamer.fetch;

import java.io.IOException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

final class HttpFetcherContractIT extends FetcherContract {
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
        return HttpFetcher.open(Fetching.OPTIONS);
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
