package dev.gossamer.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gossamer.files.DirectoryLock;
import dev.gossamer.store.Damage;
import dev.gossamer.store.ImportedCapture;
import dev.gossamer.store.WarcImport;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An import of WARC and WACZ files of any writer into the folder of a crawl: archive, log,
 * configuration and status are there as after a crawl, and the rest is derived from them.
 *
 * <p>While it is under way the folder holds {@code state/import} and no configuration, so that
 * nobody takes it for a crawl; whoever imports into it again begins anew. Afterwards {@code
 * state/imported} names the files.
 */
public final class CrawlImport {
    private final CrawlDirectory home;
    private final Listener listener;
    private final Counts counts = new Counts();
    private @Nullable CrawlLog log;

    private CrawlImport(CrawlDirectory home, Listener listener) {
        this.home = home;
        this.listener = listener;
    }

    /** Who is told how an import goes on. */
    public interface Listener {
        /**
         * Tells of the next file.
         *
         * @param number counted from one
         */
        void begins(String name, int number, int files);

        /** Tells of a place that could not be read and was passed over. */
        void damaged(String what);

        /** Returns whether to end soon. */
        boolean isStopped();
    }

    /**
     * What an import brought.
     *
     * @param records of all kinds that were copied
     * @param damages places that were passed over
     * @param isStopped whether the listener ended it; there is no crawl in the folder then
     */
    public record Result(int files, long records, long pages, long damages, boolean isStopped) {}

    /**
     * Imports files, and all WARC and WACZ files in folders.
     *
     * @throws UsageException if the folder holds something else already, or a file is no archive
     */
    public static Result run(List<Path> named, Path folder, Listener listener) throws IOException {
        var sources = ImportSource.in(named);
        for (var source : sources) requireElsewhere(source.file(), folder);
        var home = prepare(folder);
        var crawl = new CrawlImport(home, listener);
        try (var lock = home.lock().orElse(null)) {
            if (lock == null) throw new UsageException(folder + " is in use by another process");
            Files.write(home.importing(), new byte[0]);
            crawl.copy(ImportSource.inOrder(sources, home.scratch()));
            if (listener.isStopped()) return crawl.result(sources, true);
            if (crawl.counts.first != null) {
                crawl.finish(sources);
                return crawl.result(sources, false);
            }
        }
        CrawlDirectory.clear(folder);
        throw new UsageException("there is not one HTTP answer in what was to be imported");
    }

    private Result result(List<ImportSource> sources, boolean isStopped) {
        return new Result(
                sources.size(), counts.records, counts.archived.pages(), counts.damages, isStopped);
    }

    private static void requireElsewhere(Path source, Path folder) {
        if (source.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize()))
            throw new UsageException(
                    source + " lies in the folder to import into; choose another folder with -o");
    }

    /** Makes the folder, or empties one in which an import did not come to its end. */
    private static CrawlDirectory prepare(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder))
            throw new UsageException(folder + " is a file; choose another folder");
        if (Files.exists(new CrawlDirectory(folder).importing())) {
            if (DirectoryLock.isLocked(folder.resolve("state")))
                throw new UsageException(folder + " is in use by another process");
            CrawlDirectory.clear(folder);
        }
        if (CrawlDirectory.isBegun(folder))
            throw new UsageException(folder + " already holds a crawl; choose another folder");
        return CrawlDirectory.create(folder);
    }

    private void copy(List<ImportSource> sources) throws IOException {
        var info = Map.of("description", "imported from other files; their own records follow");
        try (var opened = CrawlLog.open(home.log(), new DiskRetry());
                var into = WarcImport.into(home.warc(), info)) {
            log = opened;
            int number = 0;
            for (var source : sources) {
                if (listener.isStopped()) break;
                listener.begins(source.toString(), ++number, sources.size());
                into.copy(source.unpacked(home.scratch()), new Copying(source));
            }
            counts.records = into.records();
        }
        Files.deleteIfExists(home.scratch());
    }

    private void finish(List<ImportSource> sources) throws IOException {
        var names = new StringBuilder();
        for (var source : sources) names.append(source).append('\n');
        Files.write(home.imported(), names.toString().getBytes(UTF_8));
        configuration().save(home.configuration());
        home.save(counts.archived.status(Status.State.finished, 0, WarcImport.extent(home.warc())));
        Files.delete(home.importing());
    }

    /**
     * The seed is the first page. URLs stay as they are in the files, so that each is found as it
     * is written there.
     */
    private SettingValues configuration() {
        var seed = counts.firstPage != null ? counts.firstPage : counts.first;
        return SettingValues.NONE
                .with(Settings.SEEDS, List.of(java.util.Objects.requireNonNull(seed)))
                .with(
                        Settings.NORMAL_FORM,
                        List.of(NormalForm.Rule.FRAGMENT, NormalForm.Rule.USERINFO));
    }

    /** Takes what the import of one file finds. */
    private final class Copying implements WarcImport.Listener {
        private final ImportSource source;

        Copying(ImportSource source) {
            this.source = source;
        }

        @Override
        public void captured(ImportedCapture capture) throws IOException {
            var url = Url.parse(capture.entry().url());
            if (url.isEmpty() || log == null) return;
            counts.add(url.get(), capture);
            log.write(line(url.get(), capture));
        }

        private static CrawlLog.Line line(Url url, ImportedCapture capture) {
            var entry = capture.entry();
            return new CrawlLog.Line(
                    entry.at(),
                    String.valueOf(entry.status()),
                    capture.bodyBytes(),
                    0,
                    url,
                    url,
                    entry.isRevisit() ? "" : entry.type(),
                    entry.digest().isEmpty() ? "" : "sha1:" + entry.digest(),
                    "imported");
        }

        @Override
        public void damaged(Damage damage) {
            counts.damages++;
            listener.damaged(
                    new Damage(Path.of(source.toString()), damage.offset(), damage.bytes())
                            .toString());
        }

        @Override
        public boolean isStopped() {
            return listener.isStopped();
        }
    }

    /** The numbers of an import that a crawl does not have, and its first URLs. */
    private static final class Counts {
        private final ArchivedCounts archived = new ArchivedCounts();
        private long records;
        private long damages;
        private @Nullable Url first;
        private @Nullable Url firstPage;

        void add(Url url, ImportedCapture capture) {
            var entry = capture.entry();
            if (first == null) first = url;
            boolean isPage =
                    archived.add(url, entry.status(), capture.bodyBytes(), entry.isRevisit());
            if (isPage && firstPage == null) firstPage = url;
        }
    }
}
