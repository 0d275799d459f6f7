package dev.gossamer.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class WarcStoreContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        return WarcStore.open(folder, WarcOptions.DEFAULT);
    }

    @Override
    protected List<String> kept() throws IOException {
        return urls(Archive.open(folder));
    }

    static List<String> urls(Archive archive) throws IOException {
        var urls = new ArrayList<String>();
        archive.forEach(page -> urls.add(page.url()));
        return urls;
    }
}
