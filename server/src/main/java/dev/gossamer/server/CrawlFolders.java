package dev.gossamer.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The crawls of a server: those in its folder, and those of the same user that run elsewhere. Each
 * has a name, which is never a path.
 */
final class CrawlFolders {
    static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    /** More folders are not looked at. */
    private static final int MOST = 10_000;

    private static final int SHORT_NAME = 48;

    /** How long a crawl that has just been started may take until it can be asked: 20 s. */
    private static final int MOST_LOOKS = 400;

    private static final int LOOK_MILLIS = 50;

    private final Path root;
    private final ChildProcesses children;
    private final RunningFolders running = new RunningFolders();

    CrawlFolders(Path root, ChildProcesses children) {
        this.root = real(root);
        this.children = children;
    }

    /** A folder may be reached by several ways; this one is compared. */
    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize(); // it is not there yet, or not any more
        }
    }

    Path root() {
        return root;
    }

    /** Returns the folder for a new crawl of this name; it may be taken. */
    Path folder(String id) {
        if (!ID.matcher(id).matches())
            throw Problem.bad(
                    "/name",
                    "a name has 1 to 64 of a-z, 0-9, dot, dash and underline, and begins with a letter or digit");
        return root.resolve(id);
    }

    /** Returns all of them, by name. */
    List<ServedCrawl> all() throws IOException {
        var all = new LinkedHashMap<Path, ServedCrawl>();
        if (Files.isDirectory(root)) {
            try (var folders = Files.newDirectoryStream(root)) {
                for (var folder : folders) {
                    if (isCrawl(folder)) all.put(folder, served(folder));
                    if (all.size() == MOST) break;
                }
            }
        }
        for (var each : running.all()) {
            var folder = real(each);
            if (isCrawl(folder)) all.computeIfAbsent(folder, this::served);
        }
        var sorted = new ArrayList<>(all.values());
        sorted.sort(Comparator.comparing(ServedCrawl::id));
        return sorted;
    }

    /** A link to a folder elsewhere is not one of ours. */
    private static boolean isCrawl(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && !String.valueOf(folder.getFileName()).startsWith(".")
                && Files.isRegularFile(folder.resolve("crawl.yaml"));
    }

    private ServedCrawl served(Path folder) {
        boolean isHere = root.equals(folder.getParent());
        String name = String.valueOf(folder.getFileName());
        return new ServedCrawl(
                isHere && ID.matcher(name).matches() ? name : shortened(folder),
                folder,
                !isHere,
                children.isStarting(folder));
    }

    /** A name that stays the same, for a folder that lies elsewhere or is named otherwise. */
    private static String shortened(Path folder) {
        String name = String.valueOf(folder.getFileName()).toLowerCase(Locale.ROOT);
        String plain = name.replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
        var hash = UUID.nameUUIDFromBytes(folder.toString().getBytes(StandardCharsets.UTF_8));
        String begin = plain.isEmpty() ? "crawl" : plain;
        return begin.substring(0, Math.min(SHORT_NAME, begin.length()))
                + "-"
                + hash.toString().substring(0, 8);
    }

    /**
     * Returns the crawl of this name to be steered: if it has just been started, when its process
     * can be asked.
     */
    ServedCrawl steered(String id) throws IOException, InterruptedException {
        var crawl = named(id);
        for (int i = 0; i < MOST_LOOKS; i++) {
            if (!children.isDeaf(crawl.folder()) || !crawl.isAlive()) break;
            children.awaitEnd(crawl.folder(), LOOK_MILLIS);
            crawl = named(id);
        }
        return crawl;
    }

    /** Returns the crawl of this name. */
    ServedCrawl named(String id) throws IOException {
        if (ID.matcher(id).matches()) {
            Path folder = root.resolve(id);
            if (isCrawl(folder)) return served(folder);
            for (var crawl : all()) if (crawl.id().equals(id)) return crawl;
        }
        throw Problem.notFound("there is no crawl of this name");
    }
}
