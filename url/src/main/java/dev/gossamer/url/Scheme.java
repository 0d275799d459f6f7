package dev.gossamer.url;

/** The six schemes the standard calls special, and every other one. */
enum Scheme {
    HTTP("http", 80),
    HTTPS("https", 443),
    WS("ws", 80),
    WSS("wss", 443),
    FTP("ftp", 21),
    FILE("file", -1),
    OTHER("", -1);

    final String text;

    /** -1 where there is none. */
    final int defaultPort;

    Scheme(String text, int defaultPort) {
        this.text = text;
        this.defaultPort = defaultPort;
    }

    boolean isSpecial() {
        return this != OTHER;
    }

    boolean isHttp() {
        return this == HTTP || this == HTTPS;
    }

    /**
     * The scheme whose name stands in front of {@code end}. Tells by length first: called for every
     * URL.
     */
    static Scheme of(byte[] text, int end) {
        return switch (end) {
            case 2 -> orOther(WS, text);
            case 3 -> text[0] == 'w' ? orOther(WSS, text) : orOther(FTP, text);
            case 4 -> text[0] == 'h' ? orOther(HTTP, text) : orOther(FILE, text);
            case 5 -> orOther(HTTPS, text);
            default -> OTHER;
        };
    }

    private static Scheme orOther(Scheme scheme, byte[] text) {
        for (int i = 0; i < scheme.text.length(); i++) {
            if (text[i] != scheme.text.charAt(i)) return OTHER;
        }
        return scheme;
    }
}
