package dev.gossamer.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The files of a crawl that clients may have: what it brought home and what it tells of itself, but
 * neither its state nor its settings, which may hold passwords.
 */
final class CrawlFiles {
    private static final String C = "/api/v1/crawls/{id}";
    private static final List<String> FILES =
            List.of("crawl.log", "changes.jsonl", "stats.csv", "report.json", "report.html");
    private static final List<String> FOLDERS = List.of("warc", "report", "jsonl", "pages");

    /** More of one folder are not listed. */
    private static final int MOST = 100_000;

    private static final int USUAL = 1_000;

    /**
     * A file.
     *
     * @param name within the folder of the crawl
     */
    record Listed(String name, long bytes, Instant modified) {}

    private final CrawlFolders crawls;

    CrawlFiles(CrawlFolders crawls) {
        this.crawls = crawls;
    }

    void addTo(Routes routes) {
        routes.get(
                C + "/files",
                "The files of a crawl that can be downloaded.",
                Routes.query(
                        "limit", "at most 1000",
                        "after", "the cursor 'next' of the part before"),
                Route.Answers.json(ApiSchemas.page(Schema.of(Listed.class))),
                call ->
                        ApiAnswer.ok(
                                Paged.part(
                                        list(crawls.named(call.path("id")).folder()),
                                        call,
                                        USUAL,
                                        USUAL)));
        routes.get(
                C + "/files/{+name}",
                "One of these files, as a download.",
                Map.of(),
                Route.Answers.of("application/octet-stream"),
                this::download);
    }

    static List<Listed> list(Path folder) throws IOException {
        var all = new ArrayList<Listed>();
        for (String name : FILES) add(folder, folder.resolve(name), all);
        for (String name : FOLDERS) {
            Path within = folder.resolve(name);
            if (!Files.isDirectory(within, LinkOption.NOFOLLOW_LINKS)) continue;
            try (var files = Files.newDirectoryStream(within)) {
                for (var file : files) {
                    add(folder, file, all);
                    if (all.size() == MOST) break;
                }
            }
        }
        all.sort(Comparator.comparing(Listed::name));
        return all;
    }

    private static void add(Path folder, Path file, List<Listed> all) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return;
        all.add(
                new Listed(
                        folder.relativize(file).toString(),
                        Files.size(file),
                        Files.getLastModifiedTime(file).toInstant()));
    }

    /** A name that is not in the list leads nowhere, whatever is written in it. */
    private ApiAnswer download(ApiCall call) throws IOException {
        Path folder = crawls.named(call.path("id")).folder();
        String name = call.path("name");
        var listed =
                list(folder).stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> Problem.notFound("the crawl has no such file"));
        Path file = folder.resolve(listed.name());
        String shown = String.valueOf(file.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_");
        return new ApiAnswer.Streamed(
                200,
                "application/octet-stream",
                out -> {
                    // Not more than was there when the client was told: the crawl may be writing.
                    try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                        byte[] piece = new byte[1 << 16];
                        long left = listed.bytes();
                        while (left > 0) {
                            int read = in.read(piece, 0, (int) Math.min(piece.length, left));
                            if (read < 0) throw new IOException(file + " became shorter");
                            out.write(piece, 0, read);
                            left -= read;
                        }
                    }
                },
                Map.of(
                        "Content-Length",
                        String.valueOf(listed.bytes()),
                        "Content-Disposition",
                        "attachment; filename=\"" + shown + "\""));
    }
}
