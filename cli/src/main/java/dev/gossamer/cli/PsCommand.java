package dev.gossamer.cli;

import dev.gossamer.crawl.RunningCrawls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "ps",
        mixinStandardHelpOptions = true,
        description = "The crawls of this user that run on this machine.")
final class PsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "As JSON, a line each.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var abouts = new ArrayList<JsonNode>();
        for (var running : RunningCrawls.all()) about(running, abouts);
        var out = spec.commandLine().getOut();
        if (json) abouts.forEach(about -> out.println(about.toString()));
        else if (abouts.isEmpty()) out.println("no crawl runs");
        else table(abouts).forEach(out::println);
        return 0;
    }

    /** One that ends at this moment is no more among them. */
    private static void about(RunningCrawls.Running running, List<JsonNode> abouts) {
        try {
            abouts.add(running.ask("about", Map.of()));
        } catch (IOException e) {
            System.getLogger(PsCommand.class.getName())
                    .log(System.Logger.Level.DEBUG, "no answer", e);
        }
    }

    private static List<String> table(List<JsonNode> abouts) {
        var lines = new ArrayList<String>();
        lines.add("%8s  %-8s %10s %10s  %s".formatted("PID", "STATE", "PAGES", "QUEUED", "FOLDER"));
        for (var about : abouts) {
            var status = about.path("status");
            lines.add(
                    "%8d  %-8s %,10d %,10d  %s"
                            .formatted(
                                    about.path("pid").asLong(),
                                    status.path("state").asString(),
                                    status.path("pages").asLong(),
                                    status.path("queued").asLong(),
                                    about.path("folder").asString()));
        }
        return lines;
    }
}
