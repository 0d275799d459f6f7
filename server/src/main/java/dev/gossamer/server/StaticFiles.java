package dev.gossamer.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files of the dashboard, which lie in the folder {@code web} of the class path. They are small
 * and few, so each is kept in memory once it was asked for.
 */
final class StaticFiles {
    private static final String FOLDER = "/dev/gossamer/server/web";
    private static final Pattern NAME = Pattern.compile("(/[A-Za-z0-9_][A-Za-z0-9._-]*)+");
    private static final Pattern IMPORT_MAP =
            Pattern.compile(
                    "<script type=\"importmap\">(.*?)</script>",
                    Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("html", "text/html; charset=utf-8"),
                    Map.entry("js", "text/javascript; charset=utf-8"),
                    Map.entry("mjs", "text/javascript; charset=utf-8"),
                    Map.entry("css", "text/css; charset=utf-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("webmanifest", "application/manifest+json"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("png", "image/png"),
                    Map.entry("ico", "image/x-icon"),
                    Map.entry("woff2", "font/woff2"),
                    Map.entry("txt", "text/plain; charset=utf-8"));

    private record Loaded(String type, byte[] bytes, String tag) {}

    private final Map<String, Loaded> loaded = new ConcurrentHashMap<>();

    /** Returns whether there is a file at this path. */
    boolean has(String path) {
        return load(path).isPresent();
    }

    /**
     * Returns the file, or says that the client has it.
     *
     * @param known the tag of the one that the client has; may be empty
     */
    Optional<ApiAnswer> answer(String path, Optional<String> known) {
        return load(path)
                .map(
                        file -> {
                            boolean isKnown = known.filter(file.tag::equals).isPresent();
                            return new ApiAnswer.Bytes(
                                    isKnown ? 304 : 200,
                                    file.type,
                                    isKnown ? new byte[0] : file.bytes,
                                    Map.of("ETag", file.tag, "Cache-Control", "no-cache"));
                        });
    }

    private Optional<Loaded> load(String path) {
        String name = path.equals("/") ? "/index.html" : path;
        var known = loaded.get(name);
        if (known != null) return Optional.of(known);
        if (!NAME.matcher(name).matches()) return Optional.empty();
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        String type = TYPES.get(ending);
        if (type == null) return Optional.empty();
        try (var in = StaticFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) return Optional.empty();
            byte[] bytes = in.readAllBytes();
            var file = new Loaded(type, bytes, "\"" + sha256(bytes) + "\"");
            loaded.put(name, file);
            return Optional.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns what allows the import map of the first page, which must stand in the page itself.
     */
    String importMapSource() {
        var page = load("/").map(file -> new String(file.bytes, StandardCharsets.UTF_8));
        var map = IMPORT_MAP.matcher(page.orElse(""));
        return map.find()
                ? " 'sha256-" + sha256(map.group(1).getBytes(StandardCharsets.UTF_8)) + "'"
                : "";
    }

    private static String sha256(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
