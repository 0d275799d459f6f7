package dev.gossamer.crawl;

import dev.gossamer.store.WarcImport;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A WARC file to import: one of its own, or one in a WACZ file, which is a zip with WARC files in
 * its folder {@code archive}.
 *
 * @param file that the user named, or that lies in a folder that the user named
 * @param entry its name within a WACZ file
 */
record ImportSource(Path file, Optional<String> entry) {
    private static final String NAMES = ".*\\.(warc(\\.gz|\\.zst)?|wacz)";
    private static final String ENTRIES = "(.*/)?archive/[^/]+\\.warc(\\.gz|\\.zst)?";

    /** Enough of a file to read its first record's header. */
    private static final int BEGINNING_BYTES = 1 << 20;

    /**
     * Returns all WARC files that files and folders hold.
     *
     * @throws UsageException if one of them is neither, or holds none
     */
    static List<ImportSource> in(List<Path> named) throws IOException {
        var sources = new ArrayList<ImportSource>();
        for (Path path : named) {
            if (!Files.exists(path)) throw new UsageException("there is no file or folder " + path);
            if (Files.isDirectory(path)) sources.addAll(inFolder(path));
            else sources.addAll(inFile(path));
        }
        return sources;
    }

    private static List<ImportSource> inFolder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files =
                    all.filter(Files::isRegularFile)
                            .filter(file -> String.valueOf(file.getFileName()).matches(NAMES))
                            .filter(ImportSource::isNotEmpty)
                            .sorted()
                            .toList();
        }
        if (files.isEmpty())
            throw new UsageException(
                    folder + " holds no WARC or WACZ file (*.warc, *.warc.gz, *.warc.zst, *.wacz)");
        var sources = new ArrayList<ImportSource>();
        for (Path file : files) sources.addAll(inFile(file));
        return sources;
    }

    /** A writer that was stopped at once leaves such files. */
    private static boolean isNotEmpty(Path file) {
        return file.toFile().length() > 0;
    }

    private static List<ImportSource> inFile(Path file) throws IOException {
        if (sign(file).startsWith("PK\u0003\u0004")) return inWacz(file);
        if (isArc(file))
            throw new UsageException(
                    file + " is an ARC file, the form before WARC, which is not read");
        if (!WarcImport.isWarc(file))
            throw new UsageException(file + " is neither a WARC nor a WACZ file");
        return List.of(new ImportSource(file, Optional.empty()));
    }

    private static String sign(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(8), StandardCharsets.ISO_8859_1);
        }
    }

    /** ARC files are mostly packed with gzip. */
    private static boolean isArc(Path file) throws IOException {
        if (sign(file).startsWith("filedesc")) return true;
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readNBytes(8), StandardCharsets.ISO_8859_1).equals("filedesc");
        } catch (ZipException | EOFException _) {
            return false; // not packed so, or damaged at once
        }
    }

    private static List<ImportSource> inWacz(Path file) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            var sources =
                    Collections.list(zip.entries()).stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.matches(ENTRIES))
                            .sorted()
                            .map(name -> new ImportSource(file, Optional.of(name)))
                            .toList();
            if (sources.isEmpty())
                throw new UsageException(file + " is no WACZ file: it holds no archive/*.warc.gz");
            return sources;
        } catch (ZipException e) {
            throw new UsageException(file + " is a damaged zip file: " + e.getMessage());
        }
    }

    /**
     * Puts sources in the order of their first records, so that what was captured later comes
     * later.
     *
     * @param scratch a file that may be written over
     */
    static List<ImportSource> inOrder(List<ImportSource> sources, Path scratch) throws IOException {
        record Dated(ImportSource source, Instant at) {}
        var dated = new ArrayList<Dated>();
        for (var source : sources)
            dated.add(new Dated(source, source.begin(scratch).orElse(Instant.EPOCH)));
        return dated.stream().sorted(Comparator.comparing(Dated::at)).map(Dated::source).toList();
    }

    private Optional<Instant> begin(Path scratch) throws IOException {
        if (entry.isEmpty()) return WarcImport.begin(file);
        try (var zip = new ZipFile(file.toFile());
                var in = zip.getInputStream(zip.getEntry(entry.get()))) {
            Files.write(scratch, in.readNBytes(BEGINNING_BYTES));
            return WarcImport.begin(scratch);
        } catch (ZipException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the WARC file itself. One in a WACZ file is unpacked to the scratch file first: after
     * damage the reader goes back, which it cannot do within a zip.
     */
    Path unpacked(Path scratch) throws IOException {
        if (entry.isEmpty()) return file;
        try (var zip = new ZipFile(file.toFile());
                var in = zip.getInputStream(zip.getEntry(entry.get()))) {
            Files.copy(in, scratch, StandardCopyOption.REPLACE_EXISTING);
            return scratch;
        } catch (ZipException e) {
            throw new IOException(this + " cannot be unpacked: " + e.getMessage(), e);
        }
    }

    /** The name for people. */
    @Override
    public String toString() {
        return entry.map(name -> file + "!" + name).orElse(file.toString());
    }
}
