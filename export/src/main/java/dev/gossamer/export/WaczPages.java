package dev.gossamer.export;

import dev.gossamer.parse.Facts;
import dev.gossamer.store.Archive;
import dev.gossamer.store.Damage;
import dev.gossamer.store.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The list of pages of a WACZ file, in JSON Lines: what a reader can begin with. */
final class WaczPages {
    private static final String HEAD =
            "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}\n";

    private final PageDecoder decoder;
    private final boolean isEverythingListed;
    private long count;
    private @Nullable Listed first;

    /** A page of the list. */
    record Listed(String url, Instant at, String title) {}

    WaczPages(PageReading reading, boolean isEverythingListed) {
        decoder = new PageDecoder(reading);
        this.isEverythingListed = isEverythingListed;
    }

    void write(Archive archive, OutputStream out, Consumer<Damage> damaged) throws IOException {
        out.write(HEAD.getBytes(StandardCharsets.UTF_8));
        archive.forEach(
                each -> {
                    var page = decoder.open(each);
                    boolean isMeant = page.isPage() && !page.isRobotsTxt();
                    if (!isMeant || page.pageFacts().isEmpty()) return;
                    if (page.isWithheld() && !isEverythingListed) return;
                    String title = page.pageFacts().map(Facts::title).orElse("");
                    write(new Listed(page.url(), page.at(), title), out);
                },
                damaged);
    }

    private void write(Listed page, OutputStream out) throws IOException {
        if (first == null) first = page;
        var line = new StringBuilder("{\"id\": \"").append(++count).append("\", \"url\": ");
        Json.quote(line, page.url);
        Json.quote(line.append(", \"ts\": "), page.at.toString());
        if (!page.title.isEmpty()) Json.quote(line.append(", \"title\": "), page.title);
        out.write(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the first page that was written; empty if there was none. */
    Optional<Listed> first() {
        return Optional.ofNullable(first);
    }
}
