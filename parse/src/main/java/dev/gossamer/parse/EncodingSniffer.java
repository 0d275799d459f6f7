package dev.gossamer.parse;

import java.util.Optional;

/**
 * Finds the encoding of a page (HTML 13.2.3.2): a byte order mark, then the header, then what the
 * page itself declares, then a guess.
 */
final class EncodingSniffer {
    /**
     * @param isCertain whether a meta element met later must not change it
     */
    record Sniffed(Encoding encoding, boolean isCertain) {}

    private EncodingSniffer() {}

    /**
     * @param charset parameter of the content type
     */
    static Sniffed sniff(Optional<String> charset, byte[] body) {
        int bom = bomLength(body);
        if (bom == 3) return new Sniffed(Encoding.UTF_8, true);
        if (bom == 2) {
            boolean isBigEndian = body[0] == (byte) 0xFE;
            return new Sniffed(isBigEndian ? Encoding.UTF_16BE : Encoding.UTF_16LE, true);
        }
        Optional<Encoding> ofHeader = charset.flatMap(Encoding::ofLabel);
        if (ofHeader.isPresent()) return new Sniffed(ofHeader.get(), true);
        return new Sniffed(
                MetaPrescan.find(body).orElseGet(() -> EncodingGuess.guess(body)), false);
    }

    /** The bytes of the byte order mark at the start, which is no part of the text. */
    static int bomLength(byte[] body) {
        if (body.length >= 3
                && body[0] == (byte) 0xEF
                && body[1] == (byte) 0xBB
                && body[2] == (byte) 0xBF) return 3;
        if (body.length < 2) return 0;
        boolean isBigEndian = body[0] == (byte) 0xFE && body[1] == (byte) 0xFF;
        boolean isLittleEndian = body[0] == (byte) 0xFF && body[1] == (byte) 0xFE;
        return isBigEndian || isLittleEndian ? 2 : 0;
    }
}
