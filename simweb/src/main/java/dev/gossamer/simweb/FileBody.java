package dev.gossamer.simweb;

import dev.gossamer.simweb.PageId.Space;
import java.util.zip.CRC32;

/** Bodies that are not HTML: small but valid files of their kind, about as large as asked. */
record FileBody(int size) {
    void write(Ascii out, long id) {
        long number = PageId.number(id);
        if (PageId.space(id) != Space.FILE) {
            png(out, id);
            return;
        }
        switch (Paths.FileKind.of(number)) {
            case PDF -> pdf(out, id);
            case CSV -> {
                int end = out.length() + size;
                out.put("number,name,value\n");
                for (long row = 1; out.length() < end; row++)
                    out.put(row)
                            .put(",")
                            .put(SimWords.name(Chance.mix(id + row)))
                            .put(",")
                            .put(Chance.mix(row ^ id) >>> 40)
                            .put("\n");
            }
            case TEXT -> {
                int end = out.length() + size;
                for (long line = 0; out.length() < end; line++)
                    out.put(SimWords.Language.ENGLISH.sentence(Chance.mix(id + line))).put("\n");
            }
            case ARCHIVE -> zip(out, id);
        }
    }

    /** One page with one line of text (ISO 32000-1, 7.5), padded by a comment. */
    private void pdf(Ascii out, long id) {
        int start = out.length();
        var offsets = new int[6];
        String text =
                "BT /F1 24 Tf 72 720 Td (Document "
                        + PageId.host(id)
                        + "-"
                        + PageId.number(id)
                        + ") Tj ET";
        String[] objects = {
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            "<</Length " + text.length() + ">>stream\n" + text + "\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
        };
        out.put("%PDF-1.4\n");
        for (int i = 1; i <= objects.length; i++) {
            offsets[i] = out.length() - start;
            out.put(i).put(" 0 obj\n").put(objects[i - 1]).put("\nendobj\n");
        }
        for (long line = 0; out.length() < start + size; line++)
            out.put("% ").put(SimWords.Language.ENGLISH.sentence(Chance.mix(id + line))).put("\n");
        int table = out.length() - start;
        out.put("xref\n0 6\n0000000000 65535 f \n");
        for (int i = 1; i <= objects.length; i++)
            out.put(Long.toString(10_000_000_000L + offsets[i]).substring(1)).put(" 00000 n \n");
        out.put("trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n").put(table).put("\n%%EOF\n");
    }

    /** One grey pixel (PNG 1.2), whose colour is the page's. */
    private static void png(Ascii out, long id) {
        out.put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        chunk(out, "IHDR", new byte[] {0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0});
        byte grey = (byte) Chance.mix(id);
        int adler = 1 + (grey & 0xff); // of the bytes 0 and grey: a = 1 + grey, b = 1 + a
        byte[] pixel = {0x78, 1, 1, 2, 0, (byte) 0xfd, (byte) 0xff, 0, grey, 0, 0, 0, 0};
        int sums = (1 + adler) << 16 | adler;
        for (int i = 0; i < 4; i++) pixel[9 + i] = (byte) (sums >>> (24 - 8 * i));
        chunk(out, "IDAT", pixel);
        chunk(out, "IEND", new byte[0]);
    }

    private static void chunk(Ascii out, String type, byte[] data) {
        big(out, data.length);
        int start = out.length();
        out.put(type).put(data);
        var crc = new CRC32();
        crc.update(out.array(), start, out.length() - start);
        big(out, (int) crc.getValue());
    }

    /** One stored entry (APPNOTE 4.3). */
    private void zip(Ascii out, long id) {
        int start = out.length();
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++)
            data[i] = (byte) (Chance.mix(id + (i >> 3)) >>> ((i & 7) * 8));
        var crc = new CRC32();
        crc.update(data);
        String name = "data.bin";
        out.put("PK\3\4");
        entry(out, (int) crc.getValue(), name);
        out.put(name).put(data);
        int directory = out.length() - start;
        out.put("PK\1\2");
        little(out, 10, 2);
        entry(out, (int) crc.getValue(), name);
        for (int i = 0; i < 7; i++) little(out, 0, 2);
        out.put(name);
        int end = out.length() - start;
        out.put("PK\5\6");
        little(out, 0, 4);
        little(out, 1, 2);
        little(out, 1, 2);
        little(out, end - directory, 4);
        little(out, directory, 4);
        little(out, 0, 2);
    }

    /** The fields that the local header and the central directory have in common. */
    private void entry(Ascii out, int crc, String name) {
        little(out, 10, 2); // version needed
        little(out, 0, 2); // flags
        little(out, 0, 2); // stored
        little(out, 0x21 << 16, 4); // the first of January 1980
        little(out, crc, 4);
        little(out, size, 4);
        little(out, size, 4);
        little(out, name.length(), 2);
        little(out, 0, 2); // extra field
    }

    private static void little(Ascii out, int value, int bytes) {
        for (int i = 0; i < bytes; i++) out.put(new byte[] {(byte) (value >>> (8 * i))});
    }

    private static void big(Ascii out, int value) {
        for (int i = 3; i >= 0; i--) out.put(new byte[] {(byte) (value >>> (8 * i))});
    }
}
