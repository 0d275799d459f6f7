package dev.gossamer.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.tools.WarcTool;

/** Reads and checks WARC files with somebody else's code. */
final class Jwarc {
    /** A record with its block and where it lies in the file. */
    record Read(Path file, long offset, Map<String, List<String>> headers, byte[] block) {
        String field(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse("");
        }

        String type() {
            return field("WARC-Type");
        }
    }

    private Jwarc() {}

    static List<Path> files(Path dir) throws IOException {
        return list(dir).stream().filter(file -> file.toString().contains(".warc")).toList();
    }

    static List<Path> list(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.sorted().toList();
        }
    }

    static List<Read> readAll(Path dir) throws IOException {
        var all = new ArrayList<Read>();
        for (Path file : files(dir)) all.addAll(read(file));
        return all;
    }

    static List<Read> read(Path file) throws IOException {
        var records = new ArrayList<Read>();
        try (var reader = new WarcReader(unpacked(file))) {
            for (var record = reader.next(); record.isPresent(); record = reader.next()) {
                long offset = reader.position();
                byte[] block = record.get().body().stream().readAllBytes();
                records.add(new Read(file, offset, record.get().headers().map(), block));
            }
        }
        return records;
    }

    /** jwarc 0.36 never notices the end of a zstd file; what is in it, it reads. */
    private static Path unpacked(Path file) throws IOException {
        if (!file.toString().contains(".zst")) return file;
        Path plain = Files.createTempFile(file.getParent(), "unpacked", ".plain");
        try (var in = new ZstdInputStream(Files.newInputStream(file))) {
            Files.copy(in, plain, StandardCopyOption.REPLACE_EXISTING);
        }
        return plain;
    }

    /** What jwarc's validator says of every file, and its exit status at the end. */
    static String validate(Path dir) throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                WarcTool.class.getName(),
                                "validate"));
        for (Path file : files(dir)) command.add(unpacked(file).toString());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return said + "exit " + process.waitFor();
    }
}
