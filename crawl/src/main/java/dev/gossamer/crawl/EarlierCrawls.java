package dev.gossamer.crawl;

import dev.gossamer.store.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The folders of earlier crawls that a crawl refers to: those that its setting {@code known} names,
 * and in turn those that they name, as far as they are still there. A crawl that knows the second
 * of three needs the first too, because the second holds only what had changed.
 */
final class EarlierCrawls {
    /** Folders beyond these are left out. */
    static final int MAX_FOLDERS = 100;

    private EarlierCrawls() {}

    /**
     * @param own the folder of the crawl itself, which is never among them
     */
    static List<Path> of(Path own, List<Path> known) {
        var found = new LinkedHashSet<Path>();
        var open = new ArrayDeque<Path>();
        addAll(own, known, open);
        while (!open.isEmpty() && found.size() < MAX_FOLDERS) {
            Path folder = open.remove();
            if (folder.equals(own.toAbsolutePath().normalize()) || !found.add(folder)) continue;
            addAll(folder, knownOf(folder), open);
        }
        return List.copyOf(found);
    }

    private static void addAll(Path by, List<Path> named, ArrayDeque<Path> open) {
        for (Path folder : named) present(by, folder).ifPresent(open::add);
    }

    /** Returns the folder where it was, or where it is now if both were moved together. */
    private static Optional<Path> present(Path by, Path folder) {
        if (Archive.isIn(folder)) return Optional.of(folder);
        var name = folder.getFileName();
        if (name == null) return Optional.empty();
        return Optional.of(by.toAbsolutePath().normalize().resolveSibling(name))
                .filter(Archive::isIn);
    }

    /** A folder of WARC files alone names none; so does a file of settings that cannot be read. */
    private static List<Path> knownOf(Path folder) {
        Path settings = folder.resolve("crawl.yaml");
        if (!Files.exists(settings)) return List.of();
        try {
            return Settings.load(settings).get(Settings.KNOWN);
        } catch (IOException | UsageException e) {
            return List.of();
        }
    }
}
