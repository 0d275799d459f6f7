package dev.gossamer.cli;

import dev.gossamer.crawl.Seed;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of seeds in UTF-8, one on each line; empty lines and those that begin with a # are left
 * out.
 */
final class SeedFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private SeedFile() {}

    /**
     * Reads the seeds.
     *
     * @param file {@code -} for standard input
     */
    static List<String> read(String file) throws IOException {
        if (file.equals("-")) return parse("standard input", System.in.readAllBytes());
        Path path = Path.of(file);
        if (Files.isDirectory(path))
            throw new UsageException("--seeds is " + file + ", which is a folder; name a file");
        if (!Files.isReadable(path)) throw new UsageException("cannot read the seeds file " + file);
        return parse(file, Files.readAllBytes(path));
    }

    static List<String> parse(String name, byte[] bytes) {
        String text = decode(name, bytes);
        if (text.startsWith(BYTE_ORDER_MARK)) text = text.substring(1);
        var seeds = new ArrayList<String>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) continue;
            try {
                Seed.parse(line);
            } catch (UsageException e) {
                throw new UsageException(name + ":" + number + ": " + e.getMessage());
            }
            seeds.add(line);
        }
        return seeds;
    }

    private static String decode(String name, byte[] bytes) {
        var input = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(input).toString();
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < input.position(); i++) if (bytes[i] == '\n') line++;
            throw new UsageException(name + ":" + line + ": not UTF-8");
        }
    }
}
