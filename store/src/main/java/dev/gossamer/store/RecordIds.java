package dev.gossamer.store;

import java.util.HexFormat;

/**
 * Makes record ids: UUIDs of version 4 whose first half is drawn once for each writer and whose
 * second counts, scrambled. Unique within a writer by construction, among writers by 60 random
 * bits, and far cheaper than asking for 122 random bits a record.
 */
final class RecordIds {
    private static final HexFormat HEX = HexFormat.of();

    private final String firstHalf;
    private long count;

    RecordIds(long random) {
        String hex = HEX.toHexDigits(random);
        firstHalf =
                "<urn:uuid:"
                        + hex.substring(0, 8)
                        + "-"
                        + hex.substring(8, 12)
                        + "-4"
                        + hex.substring(13)
                        + "-";
    }

    String next() {
        // An odd factor is a bijection of the 62 bits that are free beside the variant.
        long low = (count++ * 0x9E3779B97F4A7C15L & (-1L >>> 2)) | (1L << 63);
        String hex = HEX.toHexDigits(low);
        return firstHalf + hex.substring(0, 4) + "-" + hex.substring(4) + ">";
    }
}
