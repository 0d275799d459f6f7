package dev.gossamer.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/** The secret that every client of the API has to know: 256 bits, in a file of the user's own. */
final class AccessToken {
    private static final int BYTES = 32;
    private static final int SHORTEST = 16;
    private static final String OURS_ALONE = "rw-------";

    private final String text;

    private AccessToken(String text) {
        this.text = text;
    }

    /** Returns the file where the token lies unless another is named. */
    static Path usualFile() {
        String state = System.getenv("XDG_STATE_HOME");
        Path folder =
                state == null || state.isBlank()
                        ? Path.of(System.getProperty("user.home", "."), ".local", "state")
                        : Path.of(state);
        return folder.resolve("gossamer").resolve("token");
    }

    /** Reads the token, or makes one if there is none yet. */
    static AccessToken of(Path file) throws IOException {
        if (!Files.exists(file)) create(file);
        Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        if (!others.isEmpty())
            throw new IOException(
                    "others may read the token in %s; 'chmod 600 %s' keeps it secret"
                            .formatted(file, file));
        String text = Files.readString(file).strip();
        if (text.length() < SHORTEST || !text.chars().allMatch(c -> c > ' ' && c < 127))
            throw new IOException(
                    file + " holds no token; delete it, and the next start makes a new one");
        return new AccessToken(text);
    }

    private static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) Files.createDirectories(folder);
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        var permissions =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OURS_ALONE));
        try (var channel =
                Files.newByteChannel(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        permissions)) {
            channel.write(StandardCharsets.UTF_8.encode(text + "\n"));
        } catch (FileAlreadyExistsException e) {
            // Another server that starts at this moment made it; it is read now.
            System.getLogger("dev.gossamer.server")
                    .log(System.Logger.Level.DEBUG, "the token is there already", e);
        }
    }

    /** Compares in a time that does not tell how much of it is right. */
    boolean is(String other) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        return text;
    }
}
