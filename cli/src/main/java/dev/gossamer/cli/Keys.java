package dev.gossamer.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Single keys that are pressed in the terminal, without Enter behind them. Nothing is read while
 * the process is in the background: the system would stop it.
 */
final class Keys implements AutoCloseable {
    /** Process group and the one in the foreground of its terminal, in what /proc tells. */
    private static final int GROUP = 2;

    private static final int FOREGROUND = 5;

    private static final Path SELF = Path.of("/proc/self/stat");

    private final String before;

    private Keys(String before) {
        this.before = before;
    }

    /** Empty where keys cannot be read one by one. */
    static Optional<Keys> ofTerminal() {
        if (!Terminal.isInputTerminal() || !isInForeground()) return Optional.empty();
        String before = stty("-g");
        if (before.isBlank()) return Optional.empty();
        stty("-icanon", "-echo");
        return Optional.of(new Keys(before.strip()));
    }

    private static boolean isInForeground() {
        try {
            // The name of the process, in brackets, may contain anything.
            String all = Files.readString(SELF, StandardCharsets.ISO_8859_1);
            var fields = all.substring(all.lastIndexOf(')') + 2).split(" ");
            return fields[GROUP].equals(fields[FOREGROUND]);
        } catch (IOException e) {
            return false; // not on Linux
        }
    }

    /** Returns the key that was pressed, if one was. */
    Optional<Character> pressed() {
        try {
            if (!isInForeground() || System.in.available() == 0) return Optional.empty();
            int key = System.in.read();
            return key < 0 ? Optional.empty() : Optional.of((char) key);
        } catch (IOException e) {
            return Optional.empty(); // the terminal is gone
        }
    }

    private static String stty(String... arguments) {
        var command = new ArrayList<String>();
        command.add("stty");
        command.addAll(List.of(arguments));
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (InputStream said = process.getInputStream()) {
                return new String(said.readAllBytes(), StandardCharsets.US_ASCII);
            }
        } catch (IOException e) {
            return ""; // there is no stty
        }
    }

    /** The terminal is as it was. */
    @Override
    public void close() {
        if (isInForeground()) stty(before);
    }
}
