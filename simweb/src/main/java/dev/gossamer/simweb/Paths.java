package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import java.util.HexFormat;

/** Paths as they stand in URLs: written from a space and a number, and read back. */
final class Paths {
    /** Pages in one directory, as a power of two. */
    private static final int TOPIC_BITS = 5;

    /** Longest path of a trap that is still served; beyond it the server answers 414. */
    static final int MAX_PATH = 4096;

    private static final String REPEATED = "browse/items/";
    private static final long FIRST_MONTH = 2026 * 12;
    private static final int SESSION_DIGITS = 32;
    private static final HexFormat HEX = HexFormat.of();

    /** What a file is. */
    enum FileKind {
        PDF("/doc/", ".pdf", "application/pdf"),
        CSV("/data/", ".csv", "text/csv"),
        TEXT("/notes/", ".txt", "text/plain"),
        ARCHIVE("/download/", ".zip", "application/zip");

        private static final FileKind[] ALL = values();
        private final String folder;
        private final String suffix;
        private final String type;

        FileKind(String folder, String suffix, String type) {
            this.folder = folder;
            this.suffix = suffix;
            this.type = type;
        }

        static FileKind of(long number) {
            return ALL[(int) (Chance.mix(number) & 3)];
        }

        String type() {
            return type;
        }
    }

    /** The endless spaces. */
    enum TrapShape {
        /** Every month has a next one. */
        CALENDAR,
        /** A relative link that should have been absolute makes the path grow. */
        REPETITION,
        /** Every page hands out new session ids. */
        SESSION;

        private static final TrapShape[] ALL = values();

        static TrapShape of(long hash) {
            return ALL[Chance.below(hash, ALL.length)];
        }
    }

    private Paths() {}

    /** Writes the path of anything but a trap. */
    static void write(Ascii out, Space space, long number) {
        switch (space) {
            case PAGE -> page(out, number, "/", ".html");
            case PRINT -> page(out, number, "/index.html", "-print.html");
            case REDIRECT -> out.put("/go/").put(number);
            case MISSING -> out.put("/old/").put(number).put(".html");
            case FILE -> {
                FileKind kind = FileKind.of(number);
                out.put(kind.folder).put(number).put(kind.suffix);
            }
            case IMAGE -> out.put("/img/").put(number).put(".png");
            case PRIVATE -> out.put("/private/").put(number).put(".html");
            case ROBOTS, BESIDE_ROBOTS -> out.put("/robots.txt");
            case BESIDE -> out.put("/private/").put(number).put(".html");
            case BESIDE_PRIVATE -> out.put("/topic/beside-").put(number).put(".html");
            case DEAD -> out.put("/secure/").put(number).put(".html");
            case SECTION -> out.put("/app/").put(number);
            case FRONT -> out.put(number == 0 ? "/start" : "/start/elsewhere");
            case LISTED -> out.put("/listed/").put(number).put(".html");
            case SITEMAP ->
                    out.put(
                            number == 0
                                    ? "/sitemap.xml"
                                    : number == 1 ? "/sitemap-1.xml.gz" : "/sitemap-2.txt");
            case NEXT -> out.put("/next/").put(number).put(".html");
            case SHEET -> out.put("/style/").put(number).put(".css");
            case IMPORTED -> out.put("/style/import-").put(number).put(".css");
            case SHEET_IMAGE -> out.put("/style/").put(number).put(".png");
            case PAGE_IMAGE -> out.put("/style/page-").put(number).put(".png");
            case PART_IMAGE -> out.put("/style/part-").put(number).put(".png");
            case TRAP -> throw new IllegalArgumentException("a trap's path needs its shape");
        }
    }

    private static void page(Ascii out, long number, String first, String suffix) {
        if (number == 0) out.put(first);
        else out.put("/topic/").put(topic(number)).put("/page-").put(number).put(suffix);
    }

    static long topic(long page) {
        return page >> TOPIC_BITS;
    }

    /**
     * Writes the path of a trap.
     *
     * @param and what stands between two parameters: an ampersand, in HTML as a character reference
     */
    static void writeTrap(Ascii out, TrapShape shape, long number, String and) {
        switch (shape) {
            case CALENDAR -> {
                long month = FIRST_MONTH + number;
                out.put("/calendar?year=")
                        .put(month / 12)
                        .put(and)
                        .put("month=")
                        .put(month % 12 + 1);
            }
            case REPETITION -> {
                out.put("/");
                for (long i = 0; i <= number; i++) out.put(REPEATED);
            }
            case SESSION -> {
                out.put((number & 1) == 0 ? "/account?sid=" : "/account;jsessionid=");
                out.put(HEX.toHexDigits(number)).put(HEX.toHexDigits(Chance.mix(number)));
            }
        }
    }

    /** The relative link of the trap that makes paths grow. */
    static String repeated() {
        return REPEATED;
    }

    /**
     * The space and number of a path, as an id of this host, whether or not it exists there; {@link
     * PageId#NONE} for any other.
     */
    static long read(int host, String path, TrapShape trap) {
        if (path.equals("/")) return PageId.of(host, Space.PAGE, 0);
        if (path.startsWith("/topic/")) return readPage(host, path);
        if (path.startsWith("/go/"))
            return id(host, Space.REDIRECT, number(path, 4, path.length()));
        if (path.startsWith("/old/")) return between(host, Space.MISSING, path, "/old/", ".html");
        if (path.startsWith("/img/")) return between(host, Space.IMAGE, path, "/img/", ".png");
        if (path.startsWith("/private/"))
            return between(host, Space.PRIVATE, path, "/private/", ".html");
        if (path.equals("/robots.txt")) return PageId.of(host, Space.ROBOTS, 0);
        if (path.equals("/index.html")) return PageId.of(host, Space.PRINT, 0);
        if (path.startsWith("/app/"))
            return id(host, Space.SECTION, number(path, 5, path.length()));
        if (path.equals("/start")) return PageId.of(host, Space.FRONT, 0);
        if (path.equals("/start/elsewhere")) return PageId.of(host, Space.FRONT, 1);
        if (path.startsWith("/listed/"))
            return between(host, Space.LISTED, path, "/listed/", ".html");
        if (path.startsWith("/sitemap")) return readSitemap(host, path);
        if (path.startsWith("/next/")) return between(host, Space.NEXT, path, "/next/", ".html");
        if (path.startsWith("/style/")) return readStyle(host, path);
        for (FileKind kind : FileKind.ALL) {
            if (!path.startsWith(kind.folder)) continue;
            long id = between(host, Space.FILE, path, kind.folder, kind.suffix);
            return id != PageId.NONE && FileKind.of(PageId.number(id)) == kind ? id : PageId.NONE;
        }
        return id(host, Space.TRAP, readTrap(path, trap));
    }

    private static long readSitemap(int host, String path) {
        return switch (path) {
            case "/sitemap.xml" -> PageId.of(host, Space.SITEMAP, 0);
            case "/sitemap-1.xml.gz" -> PageId.of(host, Space.SITEMAP, 1);
            case "/sitemap-2.txt" -> PageId.of(host, Space.SITEMAP, 2);
            default -> PageId.NONE;
        };
    }

    private static long readStyle(int host, String path) {
        if (path.startsWith("/style/import-"))
            return between(host, Space.IMPORTED, path, "/style/import-", ".css");
        if (path.startsWith("/style/page-"))
            return between(host, Space.PAGE_IMAGE, path, "/style/page-", ".png");
        if (path.startsWith("/style/part-"))
            return between(host, Space.PART_IMAGE, path, "/style/part-", ".png");
        boolean isSheet = path.endsWith(".css");
        return between(
                host,
                isSheet ? Space.SHEET : Space.SHEET_IMAGE,
                path,
                "/style/",
                isSheet ? ".css" : ".png");
    }

    /**
     * The same for the origin at the second port. Its paths are such that the rules of the first
     * port would decide the opposite.
     */
    static long readBeside(int host, String path) {
        if (path.equals("/robots.txt")) return PageId.of(host, Space.BESIDE_ROBOTS, 0);
        if (path.startsWith("/private/"))
            return between(host, Space.BESIDE, path, "/private/", ".html");
        return path.startsWith("/topic/beside-")
                ? between(host, Space.BESIDE_PRIVATE, path, "/topic/beside-", ".html")
                : PageId.NONE;
    }

    /** The same for the origin where nothing listens. */
    static long readDead(int host, String path) {
        return path.startsWith("/secure/")
                ? between(host, Space.DEAD, path, "/secure/", ".html")
                : PageId.NONE;
    }

    private static long readPage(int host, String path) {
        int slash = path.indexOf('/', 7);
        if (slash < 0 || !path.startsWith("/page-", slash)) return PageId.NONE;
        boolean isPrint = path.endsWith("-print.html");
        int end = path.length() - (isPrint ? "-print.html" : ".html").length();
        if (!path.endsWith(".html")) return PageId.NONE;
        long number = number(path, slash + 6, end);
        if (number < 1 || topic(number) != number(path, 7, slash)) return PageId.NONE;
        return id(host, isPrint ? Space.PRINT : Space.PAGE, number);
    }

    /**
     * Trap paths are taken as they come: a crawler that drops or sorts parameters is still in the
     * trap.
     */
    private static long readTrap(String path, TrapShape shape) {
        return switch (shape) {
            case CALENDAR -> {
                long month = parameter(path, "year=") * 12 + parameter(path, "month=") - 1;
                yield path.startsWith("/calendar") ? Math.max(0, month - FIRST_MONTH) : -1;
            }
            case REPETITION ->
                    path.startsWith("/browse/") ? (path.length() - 1) / REPEATED.length() - 1 : -1;
            case SESSION -> path.startsWith("/account") ? session(path) : -1;
        };
    }

    /** The number is the first half of the session id; a path without one is the first. */
    private static long session(String path) {
        int at = path.indexOf("id=") + "id=".length();
        if (at < "id=".length() || at + SESSION_DIGITS > path.length()) return 0;
        try {
            return Long.parseUnsignedLong(path, at, at + SESSION_DIGITS / 2, 16)
                    & Integer.MAX_VALUE;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static long parameter(String path, String name) {
        int at = path.indexOf(name);
        if (at < 0) return 0;
        int from = at + name.length();
        int end = from;
        while (end < path.length() && Character.isDigit(path.charAt(end))) end++;
        return number(path, from, end);
    }

    private static long between(int host, Space space, String path, String prefix, String suffix) {
        return path.endsWith(suffix)
                ? id(host, space, number(path, prefix.length(), path.length() - suffix.length()))
                : PageId.NONE;
    }

    private static long id(int host, Space space, long number) {
        return number < 0 ? PageId.NONE : PageId.of(host, space, number);
    }

    /**
     * The number in plain decimal digits from {@code from} to {@code end}; -1 where something else
     * stands.
     */
    static long number(String text, int from, int end) {
        if (from >= end || end - from > 10 || (end - from > 1 && text.charAt(from) == '0'))
            return -1;
        long number = 0;
        for (int i = from; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            number = number * 10 + digit;
        }
        return number;
    }
}
