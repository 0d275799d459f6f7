package dev.gossamer.http;

import java.util.ArrayList;
import java.util.List;

/**
 * Field values that are lists, RFC 9110 section 5.6.1: items between commas, blanks around them.
 */
public final class FieldList {
    private FieldList() {}

    /** Returns the items in their order, empty ones included, without the blanks around them. */
    public static List<String> items(String value) {
        return items(value, ',');
    }

    /** As {@link #items(String)}, between other separators. Quotes have no meaning here. */
    public static List<String> items(String value, char separator) {
        var items = new ArrayList<String>(2);
        int from = 0;
        while (true) {
            int to = value.indexOf(separator, from);
            if (to < 0) {
                items.add(value.substring(from).strip());
                return items;
            }
            items.add(value.substring(from, to).strip());
            from = to + 1;
        }
    }
}
