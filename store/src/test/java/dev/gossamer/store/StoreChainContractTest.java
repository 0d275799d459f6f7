package dev.gossamer.store;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A chain of two stores; what the first of them kept. */
final class StoreChainContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        return new StoreChain(
                List.of(
                        WarcStore.open(folder.resolve("warc"), WarcOptions.DEFAULT),
                        JsonLinesStore.open(folder.resolve("lines"), Set.of(PageField.URL))));
    }

    @Override
    protected List<String> kept() throws IOException {
        return WarcStoreContractTest.urls(Archive.open(folder));
    }
}
