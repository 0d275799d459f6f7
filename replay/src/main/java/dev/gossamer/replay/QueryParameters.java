package dev.gossamer.replay;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a query. */
final class QueryParameters {
    /** Parameters beyond these are passed over. */
    private static final int MOST = 200;

    private QueryParameters() {}

    /** Reads what stands behind a question mark. */
    static Map<String, List<String>> parse(String query) {
        var parameters = new LinkedHashMap<String, List<String>>();
        int count = 0;
        for (String pair : query.split("&")) {
            if (pair.isEmpty() || ++count > MOST) continue;
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return parameters;
    }

    /** A percent sign that escapes nothing stands for itself. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
