package dev.gossamer.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a control is asked over its socket, and what it says. */
final class ControlCalls {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Tells apart the crawls of one process. */
    private static final AtomicInteger CRAWLS = new AtomicInteger();

    private final int number = CRAWLS.incrementAndGet();
    private final Control control;
    private final Path folder;
    private final Mistakes mistakes;

    ControlCalls(Control control, Path folder, Mistakes mistakes) {
        this.control = control;
        this.folder = folder;
        this.mistakes = mistakes;
    }

    int number() {
        return number;
    }

    /** Nobody can call any more. */
    void isDeaf(IOException e) {
        mistakes.tell("control socket", e);
    }

    String answer(String question) {
        try {
            return JSON.writeValueAsString(answer(JSON.readTree(question)));
        } catch (UsageException e) {
            return refusal(String.valueOf(e.getMessage()), true);
        } catch (JacksonException e) {
            return refusal("not a question in JSON", true);
        } catch (IOException e) {
            return refusal("it cannot be kept: " + e.getMessage(), false);
        } catch (RuntimeException e) {
            mistakes.tell("control", e);
            return refusal("it failed: " + e, false);
        }
    }

    private static String refusal(String why, boolean isUsage) {
        return JSON.writeValueAsString(Map.of("error", why, "isUsage", isUsage));
    }

    private Map<String, Object> answer(JsonNode question) throws IOException {
        String who = question.path("who").asString("somebody");
        String what = question.path("do").asString("");
        return switch (what) {
            case "about" -> about();
            case "settings" -> Map.of("settings", control.settings());
            case "set" -> outcome(control.set(settings(question.path("settings")), who));
            case "add" -> Map.of("added", control.add(texts(question.path("urls")), who));
            case "block" -> Map.of("isNew", control.block(text(question, "hosts"), who));
            case "unblock" -> Map.of("wasBlocked", control.unblock(text(question, "hosts"), who));
            case "drop" -> Map.of("dropped", control.drop(text(question, "hosts"), who));
            case "hosts" -> Map.of("hosts", control.hosts(query(question)));
            case "host" ->
                    control.host(text(question, "host"))
                            .<Map<String, Object>>map(host -> Map.of("host", host))
                            .orElse(Map.of());
            case "checkpoint" -> {
                control.checkpoint(who);
                yield Map.of();
            }
            case "pause" -> {
                control.pause(who);
                yield Map.of();
            }
            case "resume" -> Map.of("wasPaused", control.resume(who));
            case "stop" -> {
                control.stop(who);
                yield Map.of();
            }
            default -> throw new UsageException("nothing that a crawl can do: '" + what + "'");
        };
    }

    private Map<String, Object> about() throws IOException {
        var about = new LinkedHashMap<String, Object>();
        about.put("folder", folder.toAbsolutePath().normalize().toString());
        about.put("pid", ProcessHandle.current().pid());
        about.put("status", JSON.readTree(control.status().toJson()));
        return about;
    }

    private static HostQuery query(JsonNode question) {
        return new HostQuery(
                text(question, "text"),
                given(question, "state"),
                sort(question.path("sort").asString("queued")),
                question.path("limit").asInt(100),
                given(question, "after"));
    }

    private static Optional<String> given(JsonNode question, String name) {
        return Optional.of(text(question, name)).filter(text -> !text.isEmpty());
    }

    private static HostQuery.Sort sort(String name) {
        for (var each : HostQuery.Sort.values())
            if (each.name().equalsIgnoreCase(name)) return each;
        throw new UsageException("hosts cannot be sorted by '" + name + "'");
    }

    private static Map<String, Object> outcome(Control.Outcome outcome) {
        return Map.of("inForce", outcome.inForce(), "later", outcome.later());
    }

    private static Map<String, Object> settings(JsonNode settings) {
        var all = new LinkedHashMap<String, Object>();
        for (var each : settings.properties())
            all.put(each.getKey(), SettingJson.read(each.getValue()));
        return all;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(each -> each.asString("")).toList();
    }

    private static String text(JsonNode question, String name) {
        return question.path(name).asString("");
    }
}
