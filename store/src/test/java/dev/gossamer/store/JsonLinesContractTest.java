package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

final class JsonLinesContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        return JsonLinesStore.open(folder, Set.of(PageField.URL));
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
