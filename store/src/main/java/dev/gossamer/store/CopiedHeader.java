package dev.gossamer.store;

import dev.gossamer.http.ResponseHead;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The header of a record that is copied from another archive: its own lines in their order, with
 * line ends as the standard has them. Added is what writers left out and readers cannot know later:
 * that a block is an HTTP answer, and which capture a revisit refers to.
 *
 * @param lines in ISO 8859-1, the first is the version
 */
record CopiedHeader(List<String> lines) {
    private static final String HTTP = "application/http";

    static CopiedHeader of(List<String> lines, byte[] block, KnownCaptures known) {
        var header = new CopiedHeader(new ArrayList<>(lines));
        var found = header.found(0);
        boolean isAnswer = found.type().equals("response") || found.type().equals("revisit");
        if (!isAnswer || !found.url().matches("(?i)https?:.*")) return header;
        if (!found.isHttpAnswer() && isHttp(found, block)) header.sayHttp();
        if (found.type().equals("revisit")) header.sayOriginal(found, known);
        return header;
    }

    /** A revisit need not have a block. */
    private static boolean isHttp(WarcScan.Found found, byte[] block) {
        boolean isEmptyRevisit = found.type().equals("revisit") && block.length == 0;
        return isEmptyRevisit || (block.length > 0 && ResponseHead.mayBegin(block, block.length));
    }

    private void sayHttp() {
        lines.removeIf(line -> line.regionMatches(true, 0, "content-type:", 0, 13));
        lines.add("Content-Type: " + HTTP + ";msgtype=response");
    }

    private void sayOriginal(WarcScan.Found revisit, KnownCaptures known) {
        if (!revisit.field("WARC-Refers-To-Target-URI").isEmpty()) return;
        PayloadDigest.parse(revisit.field("WARC-Payload-Digest"))
                .flatMap(known::find)
                .ifPresent(
                        original -> {
                            lines.add("WARC-Refers-To-Target-URI: " + original.url());
                            if (revisit.field("WARC-Refers-To-Date").isEmpty())
                                lines.add(
                                        "WARC-Refers-To-Date: "
                                                + original.at().truncatedTo(ChronoUnit.SECONDS));
                        });
    }

    /** Returns the fields, without the block. */
    WarcScan.Found found(long blockBytes) {
        var fields = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0) continue;
            byte[] value = line.substring(colon + 1).strip().getBytes(StandardCharsets.ISO_8859_1);
            fields.putIfAbsent(
                    line.substring(0, colon).strip(),
                    List.of(new String(value, StandardCharsets.UTF_8)));
        }
        return new WarcScan.Found(fields, blockBytes, new ByteArrayInputStream(new byte[0]));
    }

    byte[] bytes() {
        return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
