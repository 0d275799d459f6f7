package dev.gossamer.report;

import dev.gossamer.alike.LoggedPages;
import dev.gossamer.crawl.CrawlLog;
import dev.gossamer.files.HeapShare;
import dev.gossamer.store.PayloadDigest;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pages that have the content of another, and pages whose text is nearly that of another. The first
 * reading of the log finds out which contents come twice, the second one names the pages.
 */
final class CopiedPages implements LogPart {
    /** Contents whose first page is named; a copy of another one has an empty cell there. */
    static final int MOST_ORIGINALS = 100_000;

    private final HashSet64 contents = new HashSet64(HeapShare.REPORTED.count());
    private final HashSet64 copied = new HashSet64(MOST_ORIGINALS);
    private final HashSet64 nearlyCopied = new HashSet64(MOST_ORIGINALS);

    @Override
    public void read(CrawlLog.Entry line) {
        if (isWhole(line)) line.page().ifPresent(this::read);
    }

    /** A part of a page is no copy of another; the page is asked for again. */
    private static boolean isWhole(CrawlLog.Entry line) {
        return line.truncation().isEmpty();
    }

    private void read(LoggedPages.Page page) {
        page.digest()
                .map(CopiedPages::hash)
                .ifPresent(
                        hash -> {
                            if (contents.add(hash)) copied.add(hash);
                        });
        page.similarity().like().ifPresent(nearlyCopied::add);
    }

    private static long hash(PayloadDigest digest) {
        return ByteBuffer.wrap(digest.sha1()).getLong();
    }

    /** Returns whether a second reading has anything to name. */
    boolean isAnyCopied() {
        return !copied.isEmpty() || !nearlyCopied.isEmpty();
    }

    /** The second reading. */
    final class Named implements LogPart {
        private final Map<Long, String> originals = new HashMap<>();
        private final Map<Long, String> firstTexts = new HashMap<>();
        private final TableRows same;
        private final TableRows near;

        Named(TableSink sink) {
            same =
                    new TableRows(
                            "duplicates",
                            "Pages with the content of another",
                            "Byte for byte the same.",
                            sink,
                            Column.url("url"),
                            Column.url("first"));
            near =
                    new TableRows(
                            "near-duplicates",
                            "Pages with nearly the text of another",
                            "Looked for only with near-duplicates set; exact copies are among them.",
                            sink,
                            Column.url("url"),
                            Column.url("like"));
        }

        @Override
        public void read(CrawlLog.Entry line) {
            if (isWhole(line)) line.page().ifPresent(this::read);
        }

        private void read(LoggedPages.Page page) {
            String url = page.url().toString();
            page.digest().ifPresent(digest -> readContent(hash(digest), url));
            var similarity = page.similarity();
            if (similarity.isNear()) {
                String first = firstTexts.getOrDefault(similarity.like().getAsLong(), "");
                near.add(Cell.of(url), Cell.of(first));
            } else if (nearlyCopied.contains(similarity.simhash())) {
                firstTexts.putIfAbsent(similarity.simhash(), url);
            }
        }

        private void readContent(long hash, String url) {
            if (!copied.contains(hash)) return;
            String original = originals.putIfAbsent(hash, url);
            // The same page, asked for again, is no copy of itself.
            if (original != null && !original.equals(url))
                same.add(Cell.of(url), Cell.of(original));
        }

        List<Table> tables() {
            return List.of(same.table(), near.table());
        }
    }
}
