package dev.gossamer.parse;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The encodings of the WHATWG Encoding standard with their labels. Decoding takes any bytes: what
 * is malformed becomes U+FFFD.
 *
 * <p>The JDK has most of them; where its tables differ from the standard's, {@link SingleByte} says
 * how.
 */
enum Encoding {
    UTF_8(
            "UTF-8",
            "UTF-8",
            Kind.UTF_8,
            "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 " + "x-unicode20utf8"),
    IBM866("IBM866", "IBM866", Kind.SINGLE_BYTE, "866 cp866 csibm866 ibm866"),
    ISO_8859_2(
            "ISO-8859-2",
            "ISO-8859-2",
            Kind.SINGLE_BYTE,
            "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 "
                    + "iso_8859-2:1987 l2 latin2"),
    ISO_8859_3(
            "ISO-8859-3",
            "ISO-8859-3",
            Kind.SINGLE_BYTE,
            "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 "
                    + "iso_8859-3:1988 l3 latin3"),
    ISO_8859_4(
            "ISO-8859-4",
            "ISO-8859-4",
            Kind.SINGLE_BYTE,
            "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 "
                    + "iso_8859-4:1988 l4 latin4"),
    ISO_8859_5(
            "ISO-8859-5",
            "ISO-8859-5",
            Kind.SINGLE_BYTE,
            "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 "
                    + "iso88595 iso_8859-5 iso_8859-5:1988"),
    ISO_8859_6(
            "ISO-8859-6",
            "ISO-8859-6",
            Kind.SINGLE_BYTE,
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 "
                    + "iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 "
                    + "iso_8859-6 iso_8859-6:1987"),
    ISO_8859_7(
            "ISO-8859-7",
            "ISO-8859-7",
            Kind.SINGLE_BYTE,
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 "
                    + "iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 "
                    + "sun_eu_greek"),
    ISO_8859_8(
            "ISO-8859-8",
            "ISO-8859-8",
            Kind.SINGLE_BYTE,
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e "
                    + "iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"),
    ISO_8859_8_I(
            "ISO-8859-8-I", "ISO-8859-8", Kind.SINGLE_BYTE, "csiso88598i iso-8859-8-i logical"),
    ISO_8859_10(
            "ISO-8859-10",
            "ISO-8859-4",
            Kind.SINGLE_BYTE,
            "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ISO_8859_13("ISO-8859-13", "ISO-8859-13", Kind.SINGLE_BYTE, "iso-8859-13 iso8859-13 iso885913"),
    ISO_8859_14("ISO-8859-14", "ISO-8859-1", Kind.SINGLE_BYTE, "iso-8859-14 iso8859-14 iso885914"),
    ISO_8859_15(
            "ISO-8859-15",
            "ISO-8859-15",
            Kind.SINGLE_BYTE,
            "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    ISO_8859_16("ISO-8859-16", "ISO-8859-16", Kind.SINGLE_BYTE, "iso-8859-16"),
    KOI8_R("KOI8-R", "KOI8-R", Kind.SINGLE_BYTE, "cskoi8r koi koi8 koi8-r koi8_r"),
    KOI8_U("KOI8-U", "KOI8-U", Kind.SINGLE_BYTE, "koi8-ru koi8-u"),
    MACINTOSH("macintosh", "x-MacRoman", Kind.SINGLE_BYTE, "csmacintosh mac macintosh x-mac-roman"),
    WINDOWS_874(
            "windows-874",
            "windows-874",
            Kind.SINGLE_BYTE,
            "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    WINDOWS_1250("windows-1250", "windows-1250", Kind.SINGLE_BYTE, "cp1250 windows-1250 x-cp1250"),
    WINDOWS_1251("windows-1251", "windows-1251", Kind.SINGLE_BYTE, "cp1251 windows-1251 x-cp1251"),
    WINDOWS_1252(
            "windows-1252",
            "windows-1252",
            Kind.SINGLE_BYTE,
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 "
                    + "iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 "
                    + "us-ascii windows-1252 x-cp1252"),
    WINDOWS_1253("windows-1253", "windows-1253", Kind.SINGLE_BYTE, "cp1253 windows-1253 x-cp1253"),
    WINDOWS_1254(
            "windows-1254",
            "windows-1254",
            Kind.SINGLE_BYTE,
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 "
                    + "iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"),
    WINDOWS_1255("windows-1255", "windows-1255", Kind.SINGLE_BYTE, "cp1255 windows-1255 x-cp1255"),
    WINDOWS_1256("windows-1256", "windows-1256", Kind.SINGLE_BYTE, "cp1256 windows-1256 x-cp1256"),
    WINDOWS_1257("windows-1257", "windows-1257", Kind.SINGLE_BYTE, "cp1257 windows-1257 x-cp1257"),
    WINDOWS_1258("windows-1258", "windows-1258", Kind.SINGLE_BYTE, "cp1258 windows-1258 x-cp1258"),
    X_MAC_CYRILLIC(
            "x-mac-cyrillic", "x-MacCyrillic", Kind.SINGLE_BYTE, "x-mac-cyrillic x-mac-ukrainian"),
    GBK(
            "GBK",
            "gb18030",
            Kind.MULTI_BYTE,
            "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk " + "iso-ir-58 x-gbk"),
    GB18030("gb18030", "gb18030", Kind.MULTI_BYTE, "gb18030"),
    BIG5("Big5", "Big5-HKSCS", Kind.MULTI_BYTE, "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    EUC_JP("EUC-JP", "EUC-JP", Kind.MULTI_BYTE, "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ISO_2022_JP("ISO-2022-JP", "ISO-2022-JP", Kind.MULTI_BYTE, "csiso2022jp iso-2022-jp"),
    SHIFT_JIS(
            "Shift_JIS",
            "windows-31j",
            Kind.MULTI_BYTE,
            "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j " + "x-sjis"),
    EUC_KR(
            "EUC-KR",
            "x-windows-949",
            Kind.MULTI_BYTE,
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 "
                    + "ks_c_5601-1989 ksc5601 ksc_5601 windows-949"),
    REPLACEMENT(
            "replacement",
            "US-ASCII",
            Kind.REPLACEMENT,
            "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr " + "replacement"),
    UTF_16BE("UTF-16BE", "UTF-16BE", Kind.MULTI_BYTE, "unicodefffe utf-16be"),
    UTF_16LE(
            "UTF-16LE",
            "UTF-16LE",
            Kind.MULTI_BYTE,
            "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 " + "utf-16le"),
    X_USER_DEFINED("x-user-defined", "US-ASCII", Kind.SINGLE_BYTE, "x-user-defined");

    private enum Kind {
        UTF_8,
        SINGLE_BYTE,
        MULTI_BYTE,
        REPLACEMENT
    }

    private static final Map<String, Encoding> BY_LABEL = new HashMap<>();

    static {
        for (Encoding encoding : values()) {
            for (String label : encoding.labels.split(" ")) BY_LABEL.put(label, encoding);
        }
    }

    private final String standardName;
    private final String jdkName;
    private final Kind kind;
    private final String labels;

    Encoding(String standardName, String jdkName, Kind kind, String labels) {
        this.standardName = standardName;
        this.jdkName = jdkName;
        this.kind = kind;
        this.labels = labels;
    }

    /** The encoding that a page or a header means by this word. */
    static Optional<Encoding> ofLabel(String label) {
        int from = 0;
        int end = label.length();
        while (from < end && isSpace(label.charAt(from))) from++;
        while (end > from && isSpace(label.charAt(end - 1))) end--;
        return Optional.ofNullable(
                BY_LABEL.get(label.substring(from, end).toLowerCase(Locale.ROOT)));
    }

    private static boolean isSpace(char c) {
        return c < 0x80 && ByteSearch.isSpace((byte) c);
    }

    String standardName() {
        return standardName;
    }

    Charset charset() {
        return Charset.forName(jdkName);
    }

    /**
     * Whether the {@link Tokenizer} can read pages in this encoding as they are. Others must be
     * turned into UTF-8 first.
     */
    boolean isReadableInPlace() {
        return kind == Kind.UTF_8 || kind == Kind.SINGLE_BYTE;
    }

    String decode(byte[] in, int from, int end) {
        return switch (kind) {
            case UTF_8 -> new String(in, from, end - from, StandardCharsets.UTF_8);
            case SINGLE_BYTE -> SingleByte.of(this).decode(in, from, end);
            case MULTI_BYTE -> MultiByte.decode(charset(), in, from, end);
            case REPLACEMENT -> from == end ? "" : "\uFFFD";
        };
    }

    /** Whether the URLs in a page of this encoding are in UTF-8 nevertheless. */
    boolean encodesUrlsAsUtf8() {
        return switch (this) {
            case UTF_8, UTF_16BE, UTF_16LE, REPLACEMENT -> true;
            default -> false;
        };
    }

    /** Empty if the encoding lacks one of the characters. */
    Optional<byte[]> encode(String text) {
        if (kind == Kind.SINGLE_BYTE) return SingleByte.of(this).encode(text);
        // gb18030 has every character but one; the standard's GBK only those of two bytes.
        var charset = this == GBK ? Charset.forName("GBK") : charset();
        if (this == GB18030 && text.indexOf('\uE5E5') >= 0) return Optional.empty();
        boolean isJapanese = this == SHIFT_JIS || this == EUC_JP || this == ISO_2022_JP;
        String mapped = isJapanese ? text.replace('\u2212', '\uFF0D') : text;
        return charset.newEncoder().canEncode(mapped)
                ? Optional.of(mapped.getBytes(charset))
                : Optional.empty();
    }
}
