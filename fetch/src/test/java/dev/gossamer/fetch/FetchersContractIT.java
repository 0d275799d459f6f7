package dev.gossamer.fetch;

import java.time.InstantSource;
import java.util.Map;

final class FetchersContractIT extends FetcherContract {
    @Override
    Fetcher fetcher() {
        return new Fetchers(
                Map.of("http", HttpFetcher.open(Fetching.OPTIONS)), InstantSource.system());
    }
}
