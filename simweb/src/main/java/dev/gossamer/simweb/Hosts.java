package dev.gossamer.simweb;

import dev.gossamer.simweb.SimWords.Language;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What is decided host by host: names, addresses, sizes, language, mirrors. Only the sizes are
 * stored, four bytes a host, because they need the sum over all.
 *
 * <p>Hosts come in groups of four. Some groups are one registered domain (www, blog, shop and news
 * of it); within a group hosts may share the address of the first. A mirror is always the odd host
 * behind the even one that it mirrors; host 1 is none, because host 0 links to it. So each of these
 * is decided without a table, and a name leads back to its host number by the number that is part
 * of it.
 */
final class Hosts {
    private static final String TLD = ".test";
    private static final String[] LABELS = {"www", "blog", "shop", "news"};
    private static final int GROUP = LABELS.length;
    private static final int HTTP_PORT = 80;
    private static final int FIRST_ADDRESS = 127 << 24 | 16 << 16;

    private static final int SALT_WORD = 1;
    private static final int SALT_DOMAIN = 2;
    private static final int SALT_ADDRESS = 3;
    private static final int SALT_MIRROR = 4;
    private static final int SALT_OLD_CHARSET = 5;
    private static final int SALT_LANGUAGE = 6;
    private static final int SALT_DECLARATION = 7;
    private static final int SALT_RANK = 8;

    private final SimWebOptions options;
    private final long seed;
    private final int[] pages;
    private final long pagesInAll;

    Hosts(SimWebOptions options) {
        this.options = options;
        seed = options.seed();
        pages = sizes(options);
        long sum = 0;
        for (int host = 0; host < pages.length; host++) sum += pages(host);
        pagesInAll = sum;
    }

    /**
     * Zipf's law over the ranks, and the ranks in an order that the seed chooses. At least one page
     * a host.
     */
    private static int[] sizes(SimWebOptions options) {
        int hosts = options.hosts();
        double weights = 0;
        for (int rank = 1; rank <= hosts; rank++) weights += Math.pow(rank, -options.skew());
        int shift = Chance.below(Chance.of(options.seed(), SALT_RANK, 0, 0), hosts);
        var pages = new int[hosts];
        for (int host = 0; host < hosts; host++) {
            // 7,368,787 is prime, so unless it divides the number of hosts every rank is given
            // once.
            int rank = (int) ((host * 7_368_787L + shift) % hosts) + 1;
            pages[host] =
                    (int)
                            Math.max(
                                    1,
                                    Math.round(
                                            options.pages()
                                                    * Math.pow(rank, -options.skew())
                                                    / weights));
        }
        return pages;
    }

    int count() {
        return pages.length;
    }

    /** HTML pages of one host; at least 1. */
    int pages(int host) {
        return pages[source(host)];
    }

    long pagesInAll() {
        return pagesInAll;
    }

    /** The host whose pages this one serves: itself unless it is a mirror. */
    int source(int host) {
        return isMirror(host) ? host - 1 : host;
    }

    boolean isMirror(int host) {
        return (host & 1) == 1
                && host > 1
                && Chance.happens(hash(SALT_MIRROR, host), 2 * options.part(Share.MIRRORS));
    }

    /** Whether neither a mirror nor mirrored, so that its pages may name it. */
    boolean isSingle(int host) {
        return !isMirror(host) && !(host + 1 < count() && isMirror(host + 1));
    }

    Language language(int host) {
        int source = source(host);
        if (Chance.happens(hash(SALT_OLD_CHARSET, source), options.part(Share.OLD_CHARSETS)))
            return Language.old(hash(SALT_LANGUAGE, source));
        return Chance.happens(hash(SALT_LANGUAGE, source), 0.9) ? Language.ENGLISH : Language.GREEK;
    }

    /** Whether the Content-Type header names the charset: two hosts in three. */
    boolean headerNamesCharset(int host) {
        return Chance.below(hash(SALT_DECLARATION, source(host)), 3) != 0;
    }

    /**
     * Whether the page itself names the charset: two hosts in three, so that each page has one or
     * both.
     */
    boolean metaNamesCharset(int host) {
        return Chance.below(hash(SALT_DECLARATION, source(host)), 3) != 1;
    }

    String name(int host) {
        var name = new Ascii(40);
        writeName(name, host);
        return name.toString();
    }

    private void writeName(Ascii out, int host) {
        boolean isOfGroup = isOneDomain(host / GROUP);
        int number = isOfGroup ? host - host % GROUP : host;
        out.put(LABELS[isOfGroup ? host % GROUP : 0]).put(".");
        out.put(SimWords.name(hash(SALT_WORD, number))).put("-").put(number).put(TLD);
    }

    /** The hosts below the same registered domain, this one included. */
    IntStream siblings(int host) {
        int first = host - host % GROUP;
        return isOneDomain(host / GROUP)
                ? IntStream.range(first, Math.min(first + GROUP, count()))
                : IntStream.of(host);
    }

    private boolean isOneDomain(int group) {
        return Chance.happens(hash(SALT_DOMAIN, group), options.part(Share.SHARED_DOMAINS));
    }

    /** The host of a name in lower case; empty where there is none. */
    OptionalInt find(String name) {
        int dash = name.lastIndexOf('-');
        if (dash < 0 || !name.endsWith(TLD)) return OptionalInt.empty();
        long first = Paths.number(name, dash + 1, name.length() - TLD.length());
        long host = first + label(name);
        if (first < 0 || host >= count()) return OptionalInt.empty();
        return name.equals(name((int) host)) ? OptionalInt.of((int) host) : OptionalInt.empty();
    }

    private static int label(String name) {
        for (int i = 0; i < GROUP; i++) if (name.startsWith(LABELS[i])) return i;
        return 0;
    }

    /** Host and port as they stand in URLs. */
    void writeAuthority(Ascii out, int host) {
        writeName(out, host);
        if (options.port() != 0 && options.port() != HTTP_PORT) out.put(":").put(options.port());
    }

    /** The second origin of a host as it stands in URLs. */
    void writeBeside(Ascii out, int host) {
        writeName(out.put("http://"), host);
        out.put(":").put(besidePort());
    }

    /** The port of the second origins. */
    int besidePort() {
        int live = options.otherPorts().live();
        return live != 0 ? live : 1 + (options.port() == 0 ? HTTP_PORT : options.port());
    }

    /** The origin of a host where nothing listens. */
    void writeDead(Ascii out, int host) {
        writeName(out.put("https://"), host);
        int dead = options.otherPorts().dead();
        if (dead != 0) out.put(":").put(dead);
    }

    /** The Content-Type of its pages. */
    String htmlType(int host) {
        return headerNamesCharset(host) ? language(host).htmlType() : "text/html";
    }

    /** The IPv4 address as an int, most significant byte first. */
    int address(int host) {
        boolean shares =
                host % GROUP != 0
                        && Chance.happens(
                                hash(SALT_ADDRESS, host), options.part(Share.SHARED_ADDRESSES));
        int number = shares ? host - host % GROUP : host;
        // The last byte runs from 1 to 128: never a network's or a broadcast address to anyone's
        // eye.
        return FIRST_ADDRESS + (number >> 7 << 8) + (number & 127) + 1;
    }

    static InetAddress toInetAddress(int address) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {
                        (byte) (address >> 24),
                        (byte) (address >> 16),
                        (byte) (address >> 8),
                        (byte) address
                    });
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are always an address", e);
        }
    }

    private long hash(int salt, int number) {
        return Chance.of(seed, salt, number, 0);
    }
}
