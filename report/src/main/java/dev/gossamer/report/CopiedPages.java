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

    private final HashCounts64 contents = new HashCounts64(HeapShare.REPORTED.count());
    private final HashCounts64 nearlyCopied = new HashCounts64(MOST_ORIGINALS);
    private boolean isAnyCopied;

    @Override
    public void read(CrawlLog.Entry line) {
        if (isWhole(line)) line.page().ifPresent(this::read);
    }

    /** A part of a page is no copy of another; the page is asked for again. */
    private static boolean isWhole(CrawlLog.Entry line) {
        return line.truncation().isEmpty();
    }

    private void read(LoggedPages.Page page) {
        page.digest().map(CopiedPages::hash).ifPresent(hash -> isAnyCopied |= contents.add(hash));
        page.similarity()
                .like()
                .ifPresent(
                        hash -> {
                            nearlyCopied.add(hash);
                            isAnyCopied = true;
                        });
    }

    private static long hash(PayloadDigest digest) {
        return ByteBuffer.wrap(digest.sha1()).getLong();
    }

    /** Returns whether a second reading has anything to name. */
    boolean isAnyCopied() {
        return isAnyCopied;
    }

    /** The second reading. */
    final class Named implements LogPart {
        private final Map<Long, String> originals = new HashMap<>();
        private final Map<Long, String> firstTexts = new HashMap<>();

        /** Contents beyond those whose first page is named: when one comes again, it is a copy. */
        private final HashCounts64 unnamed = new HashCounts64(HeapShare.REPORTED.count());

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
            } else if (nearlyCopied.count(similarity.simhash()) > 0) {
                firstTexts.putIfAbsent(similarity.simhash(), url);
            }
        }

        private void readContent(long hash, String url) {
            if (contents.count(hash) < 2) return;
            String original = originals.get(hash);
            if (original == null && originals.size() < MOST_ORIGINALS) originals.put(hash, url);
            else if (original == null) {
                if (unnamed.add(hash)) same.add(Cell.of(url), Cell.of(""));
            } else if (!original.equals(
                    url)) // the same page, asked for again, is no copy of itself
            same.add(Cell.of(url), Cell.of(original));
        }

        List<Table> tables() {
            return List.of(same.table(), near.table());
        }
    }
}
