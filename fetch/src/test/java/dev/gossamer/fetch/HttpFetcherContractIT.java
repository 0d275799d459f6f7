package dev.gossamer.fetch;

final class HttpFetcherContractIT extends FetcherContract {
    @Override
    Fetcher fetcher() {
        return HttpFetcher.open(Fetching.OPTIONS);
    }
}
