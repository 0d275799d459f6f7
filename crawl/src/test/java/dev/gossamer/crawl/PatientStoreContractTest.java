package dev.gossamer.crawl;

import dev.gossamer.store.PageField;
import dev.gossamer.store.JsonLinesStore;
import dev.gossamer.store.Store;
import dev.gossamer.store.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

final class PatientStoreContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        var lines = JsonLinesStore.open(folder, Set.of(PageField.URL));
        return new PatientStore(lines, new Patience());
    }

    @Override
    protected List<String> kept() throws IOException {
        var urls = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(folder, "*.jsonl*")) {
            for (var file : files) {
                for (String line : Files.readAllLines(file)) {
                    urls.add(line.replace("{\"url\":\"", "").replace("\"}", ""));
                }
            }
        }
        return urls;
    }
}
