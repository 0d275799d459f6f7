package dev.gossamer.store;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

final class PageLogContractTest extends StoreContract {
    @Override
    protected Store open() throws IOException {
        return PageLog.open(folder, PageLog.DEFAULT_FILE_BYTES);
    }

    @Override
    protected List<String> kept() throws IOException {
        var urls = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(folder, "*.pages*")) {
            for (var file : files) {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("http")) urls.add(line.substring(0, line.indexOf(' ')));
                }
            }
        }
        return urls;
    }
}
