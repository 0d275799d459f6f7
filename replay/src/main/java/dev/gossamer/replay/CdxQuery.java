package dev.gossamer.replay;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.gossamer.store.CaptureTime;
import dev.gossamer.store.IndexEntry;
import dev.gossamer.url.Url;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A question to a CDX server, as pywb and the Wayback Machine understand it.
 *
 * @param keys what the key of a capture begins with
 * @param match which captures are meant
 * @param from the earliest time
 * @param to the last time
 * @param closest the time to which the captures are to be near
 * @param order of the captures
 * @param limit how many are wanted; negative for the last ones
 * @param filters that a capture passes, all of them
 * @param fields that are wanted; empty for all
 */
record CdxQuery(
        String keys,
        Match match,
        Optional<Instant> from,
        Optional<Instant> to,
        Optional<Instant> closest,
        Order order,
        int limit,
        List<Filter> filters,
        List<String> fields) {
    /** Captures of one answer. */
    static final int MAX_LIMIT = 100_000;

    private static final int MAX_FILTERS = 20;

    enum Match {
        EXACT,
        PREFIX,
        HOST,
        DOMAIN
    }

    enum Order {
        TIME,
        REVERSE,
        CLOSEST
    }

    /** The question makes no sense; the text says why. */
    static final class BadQuery extends Exception {
        private static final long serialVersionUID = 1;

        BadQuery(String message) {
            super(message);
        }
    }

    /**
     * A filter: {@code [!][=|~]field:expression}.
     *
     * @param isNot whether it passes what does not match
     * @param kind {@code =} for the whole value, {@code ~} for a regular expression, a blank for a
     *     part of the value
     */
    record Filter(boolean isNot, char kind, String field, String text, Pattern pattern) {
        static Filter parse(String written) throws BadQuery {
            boolean isNot = written.startsWith("!");
            String rest = isNot ? written.substring(1) : written;
            char kind = !rest.isEmpty() && "=~".indexOf(rest.charAt(0)) >= 0 ? rest.charAt(0) : ' ';
            if (kind != ' ') rest = rest.substring(1);
            int colon = rest.indexOf(':');
            if (colon < 1) throw new BadQuery("filter '" + written + "' has no FIELD:TEXT");
            String field = CdxFields.name(rest.substring(0, colon));
            String text = rest.substring(colon + 1);
            try {
                var pattern = Pattern.compile(kind == '~' ? text : "");
                return new Filter(isNot, kind, field, text, pattern);
            } catch (PatternSyntaxException e) {
                throw new BadQuery("filter '" + written + "' is no regular expression");
            }
        }

        boolean passes(IndexEntry entry) {
            String value = CdxFields.value(entry, field);
            boolean isMatch =
                    switch (kind) {
                        case '=' -> value.equals(text);
                        case '~' -> pattern.matches(value);
                        default -> value.contains(text);
                    };
            return isMatch != isNot;
        }
    }

    /** Reads the parameters of a request; the last of several counts, but for filters. */
    static CdxQuery parse(Map<String, List<String>> parameters) throws BadQuery {
        String url = one(parameters, "url").orElseThrow(() -> new BadQuery("url is missing"));
        var match = match(one(parameters, "matchType"), url);
        String named = url.replaceFirst("^\\*\\.", "").replaceFirst("\\*$", "");
        var parsed = CaptureAddress.parse(named).map(CaptureAddress::url);
        if (parsed.isEmpty()) throw new BadQuery("url '" + url + "' is no URL");
        var filters = new ArrayList<Filter>();
        for (String each : parameters.getOrDefault("filter", List.of()))
            filters.add(Filter.parse(each));
        if (filters.size() > MAX_FILTERS)
            throw new BadQuery("more than " + MAX_FILTERS + " filters");
        var closest = time(parameters, "closest", false);
        return new CdxQuery(
                keys(parsed.get(), match),
                match,
                time(parameters, "from", false),
                time(parameters, "to", true),
                closest,
                order(one(parameters, "sort"), closest),
                limit(one(parameters, "limit")),
                filters,
                fields(one(parameters, "fl").or(() -> one(parameters, "fields"))));
    }

    private static Optional<String> one(Map<String, List<String>> parameters, String name) {
        var values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() || values.getLast().isEmpty()
                ? Optional.empty()
                : Optional.of(values.getLast());
    }

    private static Match match(Optional<String> type, String url) throws BadQuery {
        if (type.isEmpty()) {
            if (url.startsWith("*.")) return Match.DOMAIN;
            return url.endsWith("*") ? Match.PREFIX : Match.EXACT;
        }
        return switch (type.get()) {
            case "exact" -> Match.EXACT;
            case "prefix" -> Match.PREFIX;
            case "host" -> Match.HOST;
            case "domain" -> Match.DOMAIN;
            default ->
                    throw new BadQuery(
                            "matchType '"
                                    + type.get()
                                    + "'; expected exact, prefix, host or domain");
        };
    }

    private static String keys(Url url, Match match) {
        String key = url.surt();
        int end = key.indexOf(')');
        return switch (match) {
            case EXACT -> key + " ";
            case PREFIX -> key;
            case HOST -> key.substring(0, end + 1);
            case DOMAIN -> key.substring(0, end).replaceFirst(":\\d+$", "");
        };
    }

    private static Optional<Instant> time(
            Map<String, List<String>> parameters, String name, boolean isEnd) throws BadQuery {
        var text = one(parameters, name);
        if (text.isEmpty()) return Optional.empty();
        var time = isEnd ? CaptureTime.latest(text.get()) : CaptureTime.earliest(text.get());
        if (time.isEmpty())
            throw new BadQuery(name + " '" + text.get() + "'; expected 4 to 14 digits of a time");
        return time;
    }

    private static Order order(Optional<String> sort, Optional<Instant> closest) throws BadQuery {
        if (sort.isEmpty()) return closest.isPresent() ? Order.CLOSEST : Order.TIME;
        return switch (sort.get()) {
            case "default" -> Order.TIME;
            case "reverse" -> Order.REVERSE;
            case "closest" -> {
                if (closest.isEmpty()) throw new BadQuery("sort=closest needs closest=TIME");
                yield Order.CLOSEST;
            }
            default -> throw new BadQuery("sort '" + sort.get() + "'; expected reverse or closest");
        };
    }

    private static int limit(Optional<String> text) throws BadQuery {
        if (text.isEmpty()) return MAX_LIMIT;
        try {
            int limit = Integer.parseInt(text.get());
            if (limit == 0) throw new BadQuery("limit is 0");
            return Math.clamp(limit, -MAX_LIMIT, MAX_LIMIT);
        } catch (NumberFormatException e) {
            throw new BadQuery("limit '" + text.get() + "' is no number");
        }
    }

    private static List<String> fields(Optional<String> list) throws BadQuery {
        var fields = new ArrayList<String>();
        if (list.isPresent())
            for (String each : Arrays.asList(list.get().split(",")))
                fields.add(CdxFields.name(each));
        return fields;
    }

    /** Returns whether this is a capture that is asked for. */
    boolean matches(IndexEntry entry) {
        if (from.isPresent() && entry.at().isBefore(from.get())) return false;
        if (to.isPresent() && entry.at().isAfter(to.get())) return false;
        if (match == Match.DOMAIN) {
            char next =
                    entry.key().length() > keys.length() ? entry.key().charAt(keys.length()) : ')';
            if (next != ')' && next != ',' && next != ':') return false;
        }
        for (var filter : filters) if (!filter.passes(entry)) return false;
        return true;
    }

    /** Returns whether the first captures in the order of the index are all that is needed. */
    boolean isStreamed() {
        return order == Order.TIME && limit > 0;
    }

    /** Returns whether nobody said how many are wanted, or more than an answer may have. */
    boolean isUnlimited() {
        return Math.abs(limit) == MAX_LIMIT;
    }

    /** Returns how many captures all pages have together. */
    long most() {
        return isUnlimited() ? Long.MAX_VALUE : Math.abs(limit);
    }

    /** Returns the order that is asked for; like ones stay in the order of the index. */
    Comparator<IndexEntry> comparator() {
        return switch (order) {
            case TIME -> (_, _) -> 0;
            case REVERSE -> Comparator.comparing(IndexEntry::at).reversed();
            case CLOSEST -> {
                var wanted = closest.orElse(Instant.EPOCH);
                yield Comparator.comparing(entry -> Duration.between(entry.at(), wanted).abs());
            }
        };
    }
}
