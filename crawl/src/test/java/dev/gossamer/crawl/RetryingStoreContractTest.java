package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Store;
import dev.gossamer.store.StoreContract;
import dev.gossamer.store.WarcOptions;
import dev.gossamer.store.WarcStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class RetryingStoreContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        return new RetryingStore(WarcStore.open(folder, WarcOptions.DEFAULT), new DiskRetry());
    }

    @Override
    protected List<String> kept() throws IOException {
        var urls = new ArrayList<String>();
        Archive.open(folder).forEach(page -> urls.add(page.url()));
        return urls;
    }
}
