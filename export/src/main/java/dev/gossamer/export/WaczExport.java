package dev.gossamer.export;

import dev.gossamer.store.Archive;
import dev.gossamer.store.Damage;
import dev.gossamer.store.ImportedCapture;
import dev.gossamer.store.WarcImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An export of a whole archive as one WACZ file, which replay tools open in a browser. The WARC
 * files go in as they are; those that such tools do not read (zstd, or still being written) are
 * packed with gzip first, in a folder next to the result.
 *
 * @param software that is named as the writer
 * @param reading how pages are read for their titles
 * @param isEverythingListed whether pages that ask not to be indexed are in the list of pages, too;
 *     in the archive they are anyway
 */
public record WaczExport(String software, PageReading reading, boolean isEverythingListed) {
    /**
     * Writes the file. It has its name once it is whole.
     *
     * @param damaged receives the damaged places of the archive, which are passed over
     */
    public void write(Archive archive, Path file, Consumer<Damage> damaged) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Path scratch = file.resolveSibling(file.getFileName() + ".parts");
        deleteAll(scratch);
        Files.createDirectories(scratch);
        try {
            var finished = archive.finished();
            if (finished.isPresent()) write(archive, finished.get(), unfinished, scratch, damaged);
            else writeCopy(archive, unfinished, scratch, damaged);
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            deleteAll(scratch);
            Files.deleteIfExists(unfinished);
        }
    }

    private void writeCopy(Archive archive, Path unfinished, Path scratch, Consumer<Damage> damaged)
            throws IOException {
        Path warc = scratch.resolve("warc");
        try (var copy = WarcImport.into(warc, Map.of())) {
            for (Path each : archive.paths()) copy.copy(each, new Copying(each, damaged));
        }
        var copied = Archive.open(warc);
        var finished =
                copied.finished()
                        .orElseThrow(() -> new IOException("there is no page in this archive"));
        write(copied, finished, unfinished, scratch, damaged);
    }

    private void write(
            Archive archive,
            Archive.Finished finished,
            Path unfinished,
            Path scratch,
            Consumer<Damage> damaged)
            throws IOException {
        try (var wacz = WaczFile.create(unfinished)) {
            for (Path warc : finished.files()) wacz.store("archive/" + warc.getFileName(), warc);
            Path packed = scratch.resolve("index.cdx.gz");
            byte[] blocks = WaczIndex.pack(finished.index(), packed);
            wacz.store("indexes/" + WaczIndex.PACKED, packed);
            wacz.add("indexes/index.idx", out -> out.write(blocks));
            var pages = new WaczPages(reading, isEverythingListed);
            wacz.add("pages/pages.jsonl", out -> pages.write(archive, out, damaged));
            wacz.finish(software, pages.first());
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path each : all) Files.delete(each);
        }
    }

    /** Whoever writes a file has not finished its last record; that is no damage. */
    private record Copying(Path file, Consumer<Damage> onDamage) implements WarcImport.Listener {
        @Override
        public void captured(ImportedCapture capture) {}

        @Override
        public void damaged(Damage damage) {
            if (!file.toString().endsWith(".open")) onDamage.accept(damage);
        }

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
