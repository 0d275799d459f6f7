package dev.gossamer.cli;

import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.UsageException;
import dev.gossamer.url.Url;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * What the origins of the seeds are sent in addition: header fields and a login. A short way to the
 * setting {@code sites}, which it replaces. No secret need stand on the command line, where every
 * user of the machine can read it.
 */
final class SiteFlags {
    static final String VARIABLE = "GOSSAMER_PASSWORD";

    private static final Pattern SECRET = Pattern.compile("auth|cookie|key|token|secret");

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description =
                    "Send this header field to the seeds' own scheme, host and port, and nowhere else (repeatable).")
    private List<String> headers = List.of();

    @Option(
            names = "--header-file",
            paramLabel = "FILE",
            description = "Header fields from a file, one on each line: for those that are secret.")
    private Path file = Path.of("");

    @Option(
            names = "--login",
            paramLabel = "USER",
            description =
                    "Log in where the seeds' own scheme, host and port ask for it. The password comes from GOSSAMER_PASSWORD, else it is asked for.")
    private String user = "";

    /**
     * Hands over what was given.
     *
     * @param warn receives a line for the user
     */
    void apply(Crawl crawl, Consumer<String> warn) throws IOException {
        var lines = lines(warn);
        if (lines.isEmpty()) return;
        var sites = new LinkedHashMap<String, Object>();
        for (Url seed : crawl.options().seeds())
            sites.put(seed.scheme() + "://" + seed.authority(), List.copyOf(lines));
        crawl.set("sites", sites);
    }

    private List<String> lines(Consumer<String> warn) throws IOException {
        var lines = new ArrayList<String>();
        for (String header : headers) {
            if (isSecret(header))
                warn.accept(
                        "every user of this machine can see the value of --header; put it into a file and name that with --header-file");
            lines.add(header);
        }
        if (!file.toString().isEmpty()) {
            if (!Files.isRegularFile(file) || !Files.isReadable(file))
                throw new UsageException("cannot read the header file " + file);
            Files.readAllLines(file).stream().filter(line -> !line.isBlank()).forEach(lines::add);
        }
        for (String line : lines)
            if (line.strip().toLowerCase(Locale.ROOT).startsWith("login:"))
                throw new UsageException("a header field 'login' is not sent; see --login");
        if (!user.isEmpty())
            lines.add(
                    "login: "
                            + user
                            + ":"
                            + password(System.getenv(), Optional.ofNullable(System.console())));
        return lines;
    }

    private static boolean isSecret(String header) {
        String name = header.replaceFirst(":.*", "").toLowerCase(Locale.ROOT);
        return SECRET.matcher(name).find();
    }

    static String password(Map<String, String> environment, Optional<Console> console) {
        String password = environment.getOrDefault(VARIABLE, "");
        if (!password.isEmpty()) return password;
        return console.filter(Console::isTerminal)
                .map(each -> each.readPassword("Password: "))
                .map(String::new)
                .filter(typed -> !typed.isEmpty())
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "--login needs a password; set "
                                                + VARIABLE
                                                + ", or run it on a terminal"));
    }
}
