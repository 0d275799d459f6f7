package dev.gossamer.replay;

import dev.gossamer.store.IndexEntry;
import java.util.List;

/** The fields of a line of CDX, by the names that pywb and the Wayback Machine have for them. */
final class CdxFields {
    static final List<String> ALL =
            List.of(
                    "urlkey",
                    "timestamp",
                    "url",
                    "mime",
                    "status",
                    "digest",
                    "length",
                    "offset",
                    "filename");

    private CdxFields() {}

    /** Returns our name of a field. */
    static String name(String written) throws CdxQuery.BadQuery {
        String name =
                switch (written) {
                    case "original" -> "url";
                    case "mimetype" -> "mime";
                    case "statuscode" -> "status";
                    default -> written;
                };
        if (!ALL.contains(name))
            throw new CdxQuery.BadQuery("there is no field '" + written + "'; there are " + ALL);
        return name;
    }

    static String value(IndexEntry entry, String field) {
        return switch (field) {
            case "urlkey" -> entry.key();
            case "timestamp" -> entry.timestamp();
            case "url" -> entry.url();
            case "mime" -> entry.type();
            case "status" -> entry.status() > 0 ? String.valueOf(entry.status()) : "-";
            case "digest" -> entry.digest().isEmpty() ? "-" : entry.digest();
            case "length" -> String.valueOf(entry.bytes());
            case "offset" -> String.valueOf(entry.offset());
            default -> entry.file();
        };
    }
}
