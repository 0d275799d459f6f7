package dev.gossamer.cluster;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The settings of a crawl on the board: one record, or, where they are long because of many seeds,
 * several pieces and a record that names them. The pieces of other settings have other names, so a
 * reader has either all of the old ones or all of the new ones.
 */
final class SettingsRecords {
    /** The longest settings, in characters: some hundred thousand seeds. */
    static final int MAX_LENGTH = 64 << 20;

    /** Of a piece, in characters; brokers take records of a megabyte. */
    static final int PIECE_LENGTH = 256 << 10;

    /** Under which the settings stand, or the names of their pieces. */
    static final String KEY = "settings";

    private static final String PIECE = "settings/";
    private static final Pattern IN_PIECES = Pattern.compile("pieces ([0-9a-f-]{36}) ([0-9]{1,5})");

    private SettingsRecords() {}

    /** Refuses settings that are too long. */
    static void check(String text) {
        if (text.length() > MAX_LENGTH)
            throw new UsageException(
                    "the settings and seeds have more than %d characters".formatted(MAX_LENGTH));
    }

    /** Writes settings in place of those before. */
    static void put(PlainProducer producer, ClusterAddress address, String text)
            throws IOException {
        check(text);
        if (text.length() <= PIECE_LENGTH) {
            ClusterCrawl.put(producer, address, KEY, text);
            return;
        }
        var id = UUID.randomUUID().toString();
        var pieces = pieces(text);
        for (int i = 0; i < pieces.size(); i++)
            ClusterCrawl.put(producer, address, key(id, i), pieces.get(i));
        // The last of it: readers see nothing of the pieces before.
        ClusterCrawl.put(producer, address, KEY, "pieces %s %d".formatted(id, pieces.size()));
    }

    /** Deletes pieces that the settings on the board do not consist of. */
    static void forgetOthers(ClusterBoard board, PlainProducer producer, ClusterAddress address)
            throws IOException {
        var now = IN_PIECES.matcher(board.value(KEY).orElse(""));
        var kept = now.matches() ? PIECE + now.group(1) : KEY;
        for (var key : board.keys(PIECE))
            if (!key.startsWith(kept)) ClusterCrawl.put(producer, address, key, null);
    }

    private static List<String> pieces(String text) {
        var pieces = new ArrayList<String>();
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + PIECE_LENGTH);
            // A character of two halves stays whole.
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) end--;
            pieces.add(text.substring(at, end));
            at = end;
        }
        return pieces;
    }

    private static String key(String id, int piece) {
        return "%s%s/%05d".formatted(PIECE, id, piece);
    }

    /** Returns the settings on the board; empty if they are not there, or not yet whole. */
    static Optional<String> read(ClusterBoard board) {
        var written = board.value(KEY);
        if (written.isEmpty()) return written;
        var named = IN_PIECES.matcher(written.get());
        if (!named.matches()) return written;
        var text = new StringBuilder();
        for (int i = 0; i < Integer.parseInt(named.group(2)); i++) {
            var piece = board.value(key(named.group(1), i));
            if (piece.isEmpty()) return Optional.empty();
            text.append(piece.get());
        }
        return Optional.of(text.toString());
    }
}
