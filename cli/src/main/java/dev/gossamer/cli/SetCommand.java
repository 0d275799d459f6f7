package dev.gossamer.cli;

import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        description =
                "Change settings of a crawl, also while it runs. They hold after a resume too. Some are in force at once, the rest from the next start on; the answer says which.",
        footer = {
            "",
            "Examples:",
            "  gossamer set docs rate=50 delay=2s",
            "  gossamer set docs max-pages=20000",
            "  gossamer set docs rate=          the default again"
        })
final class SetCommand extends SteerCommand implements Callable<Integer> {
    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            description =
                    "A setting and its value, as in crawl.yaml; several values of a list in several of these.")
    private List<String> changes = List.of();

    @Override
    public Integer call() throws IOException {
        var outcome = outcome();
        outcome.inForce().forEach(this::say);
        for (String change : outcome.later()) say("from the next start on: " + change);
        if (outcome.inForce().isEmpty() && outcome.later().isEmpty()) say("nothing has changed");
        return 0;
    }

    private Control.Outcome outcome() throws IOException {
        var running = running();
        if (running.isEmpty()) return Control.ofStopped(directory()).set(settings(), who());
        var answer = running.get().ask("set", Map.of("settings", settings()));
        return new Control.Outcome(texts(answer.path("inForce")), texts(answer.path("later")));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private Map<String, Object> settings() {
        var settings = new LinkedHashMap<String, Object>();
        for (String change : changes) {
            int equals = change.indexOf('=');
            if (equals < 1)
                throw new UsageException("not NAME=VALUE, such as rate=50: '" + change + "'");
            String value = change.substring(equals + 1);
            settings.merge(change.substring(0, equals), value, SetCommand::both);
        }
        return settings;
    }

    private static Object both(Object before, Object more) {
        var all = new ArrayList<Object>();
        if (before instanceof List<?> list) all.addAll(list);
        else all.add(before);
        all.add(more);
        return all;
    }
}
