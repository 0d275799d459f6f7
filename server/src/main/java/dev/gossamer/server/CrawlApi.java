package dev.gossamer.server;

import dev.gossamer.crawl.ChangeLog;
import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.CrawlDirectory;
import dev.gossamer.crawl.RunningCrawls;
import dev.gossamer.crawl.Seed;
import dev.gossamer.crawl.UrlVerdict;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The routes that create, steer and delete crawls. */
final class CrawlApi {
    private static final int MOST_URLS = 10_000;
    private static final String C = "/api/v1/crawls/{id}";
    private static final String WHO = "server";

    /** The actions that a process is asked for. */
    private static final List<String> STEERING = List.of("pause", "resume", "stop", "checkpoint");

    private static final Schema VERDICTS =
            Schema.object("verdicts", Schema.list(Schema.of(UrlVerdict.class)));
    private static final Schema CRAWL =
            ApiSchemas.SUMMARY.with(
                    "settings", Schema.map(Schema.ANY),
                    "revision", Schema.TEXT,
                    "output", Schema.TEXT);
    private static final Schema TEXTS = Schema.list(Schema.TEXT);
    private static final Schema SETTINGS = Schema.map(Schema.ANY);

    private final CrawlFolders crawls;
    private final Supervisor supervisor;
    private final SettingsInput input;
    private final InstantSource clock;
    private final CrawlLocks changing = new CrawlLocks();

    CrawlApi(CrawlFolders crawls, Supervisor supervisor, SettingsInput input, InstantSource clock) {
        this.crawls = crawls;
        this.supervisor = supervisor;
        this.input = input;
        this.clock = clock;
    }

    void addTo(Routes routes) {
        routes.with(
                "POST",
                "/api/v1/crawls",
                "Creates a crawl, and starts it if that is wanted.",
                Schema.object("name?", Schema.TEXT, "settings", SETTINGS, "start?", Schema.TRUTH),
                Route.Answers.json(CRAWL, 201),
                this::create);
        routes.get(
                C, "Where a crawl stands, and its settings without passwords.", CRAWL, this::one);
        routes.add(
                new Route(
                        "DELETE",
                        C,
                        "Moves a crawl that does not run to the folder .trash.",
                        Routes.query("confirm", "the name of the crawl once more"),
                        Optional.empty(),
                        Route.Answers.json(Schema.object("trash", Schema.TEXT)),
                        this::delete));
        routes.with(
                "POST",
                C + "/actions",
                "Starts, pauses, resumes or stops a crawl, has it save its state, or builds its index.",
                Schema.object(
                        "action",
                        Schema.choice("start", "pause", "resume", "stop", "checkpoint", "index")),
                Route.Answers.json(Schema.object("state", Schema.TEXT), 200, 202),
                this::act);
        routes.with(
                "PATCH",
                C + "/settings",
                "Changes settings; If-Match with the revision refuses to overwrite another's change.",
                SETTINGS,
                Route.Answers.json(
                        Schema.object(
                                "live", TEXTS, "atNextStart", TEXTS, "revision", Schema.TEXT)),
                this::change);
        routes.with(
                "POST",
                C + "/seeds",
                "Adds URLs to start from, as JSON or as text/uri-list.",
                Schema.object("urls", TEXTS),
                Route.Answers.json(
                        Schema.object(
                                "queued",
                                Schema.WHOLE,
                                "known",
                                Schema.WHOLE,
                                "refused",
                                Schema.list(
                                        Schema.object("url", Schema.TEXT, "filter", Schema.TEXT)))),
                this::addSeeds);
        routes.with(
                "PUT",
                C + "/blocks/{pattern}",
                "Asks a host, or with *. before it a domain, for nothing more.",
                Schema.object("drop?", Schema.TRUTH),
                Route.Answers.json(Schema.object("isNew", Schema.TRUTH, "dropped", Schema.WHOLE)),
                this::block);
        routes.add(
                new Route(
                        "DELETE",
                        C + "/blocks/{pattern}",
                        "Asks it again.",
                        Map.of(),
                        Optional.empty(),
                        Route.Answers.json(Schema.object("wasBlocked", Schema.TRUTH)),
                        this::unblock));
        routes.with(
                "PUT",
                C + "/pace/{pattern}",
                "Sets delay, connections and the most pages of a host, or with *. before it of a domain.",
                Schema.object(
                        "delay?", Schema.TEXT,
                        "connections?", Schema.WHOLE,
                        "maxPages?", Schema.WHOLE),
                Route.Answers.json(Schema.object("pace", TEXTS)),
                this::pace);
        routes.add(
                new Route(
                        "DELETE",
                        C + "/pace/{pattern}",
                        "Paces it as all others.",
                        Map.of(),
                        Optional.empty(),
                        Route.Answers.json(Schema.object("pace", TEXTS)),
                        this::unpace));
        routes.with(
                "POST",
                C + "/test",
                "Tells which filter drops URLs, also with settings that are not in force yet.",
                Schema.object("urls", TEXTS, "settings?", SETTINGS),
                Route.Answers.json(VERDICTS),
                this::test);
        routes.with(
                "POST",
                "/api/v1/test",
                "Tells the same of a crawl that is not created yet.",
                Schema.object("urls", TEXTS, "settings", SETTINGS),
                Route.Answers.json(VERDICTS),
                this::testNew);
        routes.get(C + "/status", "Where a crawl stands.", ApiSchemas.STATUS, this::status);
        routes.get(
                C + "/changes",
                "Who changed what, the newest first.",
                Routes.query("limit", "at most 1000"),
                Route.Answers.json(Schema.object("items", Schema.list(Schema.map(Schema.ANY)))),
                this::changes);
    }

    private ServedCrawl crawl(ApiCall call) throws IOException {
        return crawls.named(call.path("id"));
    }

    private ServedCrawl steered(ApiCall call) throws IOException, InterruptedException {
        return crawls.steered(call.path("id"));
    }

    // ---- create, look, delete

    private ApiAnswer create(ApiCall call) throws IOException, InterruptedException {
        var body = only(call.json(), "name", "settings", "start");
        var settings = input.read(body.path("settings"), "/settings");
        if (!(settings.get("seeds") instanceof List<?> seeds) || seeds.isEmpty())
            throw Problem.at(
                    Problem.Kind.INVALID_SETTING,
                    "/settings/seeds",
                    "a crawl needs a URL to start from");
        var wanted = Crawl.of();
        try {
            settings.forEach(wanted::set);
            wanted.options();
        } catch (UsageException e) {
            throw SettingsInput.invalid(e);
        }
        Path folder = folder(body, String.valueOf(seeds.getFirst()));
        var created =
                body.path("start").asBoolean(false)
                        ? supervisor.startNew(() -> made(wanted, folder))
                        : made(wanted, folder);
        return new ApiAnswer.Json(
                201,
                told(crawls.named(created.id())),
                Map.of("Location", "/api/v1/crawls/" + created.id()));
    }

    private synchronized ServedCrawl made(Crawl wanted, Path folder) throws IOException {
        if (Files.exists(folder))
            throw Problem.at(
                    Problem.Kind.NAME_TAKEN, "/name", "there is a crawl of this name already");
        try {
            wanted.into(folder).prepare();
        } catch (UsageException e) {
            throw SettingsInput.invalid(e);
        }
        return crawls.named(String.valueOf(folder.getFileName()));
    }

    /** The name that is wanted, or one made of the host of the first seed and a number. */
    private Path folder(JsonNode body, String seed) {
        String name = body.path("name").asString("");
        if (!name.isEmpty()) return crawls.folder(name);
        String host = seed.replaceFirst("^[a-z]+://", "").replaceFirst("[/?#:].*", "");
        String plain =
                host.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9.-]", "")
                        .replaceAll("^[.-]+", "");
        String base = plain.isEmpty() ? "crawl" : plain.substring(0, Math.min(50, plain.length()));
        Path free = crawls.folder(base);
        for (int i = 2; Files.exists(free); i++) free = crawls.folder(base + "-" + i);
        return free;
    }

    private ApiAnswer one(ApiCall call) throws IOException {
        var crawl = crawl(call);
        return new ApiAnswer.Json(
                200, told(crawl), Map.of("ETag", "\"" + CrawlSettings.revision(crawl) + "\""));
    }

    private static Map<String, Object> told(ServedCrawl crawl) throws IOException {
        var all = crawl.summary();
        all.put("settings", CrawlSettings.of(crawl));
        all.put("revision", CrawlSettings.revision(crawl));
        all.put("output", ChildProcesses.lastOutput(crawl.folder()));
        return all;
    }

    private ApiAnswer status(ApiCall call) throws IOException {
        return ApiAnswer.ok(crawl(call).status());
    }

    private ApiAnswer delete(ApiCall call) throws IOException {
        var crawl = crawl(call);
        if (!call.query("confirm").orElse("").equals(crawl.id()))
            throw Problem.bad("/confirm", "repeat the name: ?confirm=" + crawl.id());
        if (crawl.isElsewhere())
            throw Problem.wrongState(
                    crawl.state(), "it lies outside the folder of this server; delete it there");
        if (crawl.isAlive()) throw Problem.wrongState(crawl.state(), "it runs; stop it first");
        supervisor.requireNoIndexing(crawl);
        supervisor.want(crawl, "");
        Path trash = Files.createDirectories(crawls.root().resolve(".trash"));
        Path there = trash.resolve(crawl.id() + "-" + clock.millis());
        Files.move(crawl.folder(), there);
        return ApiAnswer.ok(Map.of("trash", there.toString()));
    }

    // ---- actions

    private ApiAnswer act(ApiCall call) throws IOException, InterruptedException {
        String action = only(call.json(), "action").path("action").asString("");
        var crawl = crawl(call);
        if (action.equals("stop")) supervisor.want(crawl, "");
        if (STEERING.contains(action)) crawl = steered(call);
        return switch (action) {
            case "start" -> start(crawl);
            case "pause" -> {
                Asked.of(running(crawl), "pause", Map.of("who", WHO));
                supervisor.want(crawl, WantedCrawls.PAUSED);
                yield ApiAnswer.ok(Map.of("state", "paused"));
            }
            case "resume" -> resume(crawl);
            case "stop" -> {
                Asked.of(running(crawl), "stop", Map.of("who", WHO));
                yield ApiAnswer.of(202, Map.of("state", "stopping"));
            }
            case "checkpoint" -> checkpoint(crawl);
            case "index" -> index(crawl);
            default ->
                    throw Problem.bad(
                            "/action", "action is start, pause, resume, stop, checkpoint or index");
        };
    }

    private static RunningCrawls.Running running(ServedCrawl crawl) throws IOException {
        var running = crawl.running();
        if (running.isPresent()) return running.get();
        String state = crawl.state();
        if (state.equals("running") || state.equals("paused"))
            throw new Problem(
                    Problem.Kind.CRAWL_UNREACHABLE,
                    "its process cannot be reached from here; it runs in another container, or ends at this moment");
        throw Problem.wrongState(state, "it does not run");
    }

    private ApiAnswer start(ServedCrawl crawl) throws IOException, InterruptedException {
        if (crawl.isAlive()) throw Problem.wrongState(crawl.state(), "it runs already");
        supervisor.start(crawl);
        return ApiAnswer.of(202, Map.of("state", "running"));
    }

    /** Ends a pause; a crawl that does not run goes on. */
    private ApiAnswer resume(ServedCrawl crawl) throws IOException, InterruptedException {
        var running = crawl.running();
        if (running.isEmpty()) return start(crawl);
        boolean wasPaused =
                Asked.of(running.get(), "resume", Map.of("who", WHO))
                        .path("wasPaused")
                        .asBoolean(false);
        if (!wasPaused) throw Problem.wrongState(crawl.state(), "it is not paused by anybody");
        if (!crawl.isElsewhere()) supervisor.want(crawl, WantedCrawls.RUNNING);
        return ApiAnswer.ok(Map.of("state", "running"));
    }

    private ApiAnswer checkpoint(ServedCrawl crawl) throws IOException, InterruptedException {
        if (!CrawlDirectory.open(crawl.folder()).checkpoint())
            throw Problem.wrongState(crawl.state(), "it does not run: what it has is on disk");
        return ApiAnswer.ok(Map.of("state", crawl.state()));
    }

    private ApiAnswer index(ServedCrawl crawl) throws IOException, InterruptedException {
        if (crawl.isAlive())
            throw Problem.wrongState(crawl.state(), "a crawl that runs builds its index by itself");
        supervisor.index(crawl);
        return ApiAnswer.of(202, Map.of("state", "indexing"));
    }

    // ---- settings

    private ApiAnswer change(ApiCall call) throws IOException, InterruptedException {
        var settings = input.read(call.json(), "");
        var crawl = steered(call);
        try (var _ = changing.lock(crawl.id())) {
            var wanted = call.header("If-Match").map(CrawlApi::unquoted);
            String now = CrawlSettings.revision(crawl);
            if (wanted.isPresent() && !wanted.get().equals(now) && !wanted.get().equals("*"))
                throw new Problem(
                        Problem.Kind.STALE,
                        "the settings are those of revision " + now + "; read them again");
            var outcome = CrawlSettings.change(crawl, settings, WHO);
            return ApiAnswer.ok(
                    ApiJson.map(
                            "live", outcome.inForce(),
                            "atNextStart", outcome.later(),
                            "revision", CrawlSettings.revision(crawl)));
        }
    }

    private static String unquoted(String tag) {
        return tag.strip().replaceFirst("^W/", "").replace("\"", "");
    }

    private ApiAnswer addSeeds(ApiCall call) throws IOException, InterruptedException {
        var urls =
                new ArrayList<>(
                        call.type().equals("text/uri-list") ? uriList(call) : urls(call.json()));
        var crawl = steered(call);
        var refused = new ArrayList<Map<String, Object>>();
        urls.removeIf(
                url -> {
                    boolean isUrl = isSeed(url);
                    if (!isUrl) refused.add(ApiJson.map("url", url, "filter", "not-a-url"));
                    return !isUrl;
                });
        for (String url : urls) input.checkSeed(url, "/urls");
        var settings = CrawlSettings.lines(crawl, "seeds");
        var all = new LinkedHashSet<>(settings);
        all.addAll(urls);
        var passed = new LinkedHashSet<String>();
        // As seeds, which the scope lets pass always.
        var changed = Map.of("seeds", List.copyOf(all));
        for (var verdict : UrlVerdict.of(crawl.folder(), changed, urls))
            if (verdict.filter().isPresent())
                refused.add(ApiJson.map("url", verdict.url(), "filter", verdict.filter().get()));
            else passed.add(verdict.url());
        long queued = passed.isEmpty() ? 0 : add(crawl, passed, settings);
        return ApiAnswer.ok(
                ApiJson.map("queued", queued, "known", passed.size() - queued, "refused", refused));
    }

    private static boolean isSeed(String text) {
        try {
            return !Seed.parse(text).host().isEmpty();
        } catch (UsageException e) {
            return false;
        }
    }

    private static long add(ServedCrawl crawl, Set<String> urls, List<String> before)
            throws IOException {
        var running = crawl.running();
        if (running.isPresent())
            return Asked.of(running.get(), "add", Map.of("urls", urls, "who", WHO))
                    .path("added")
                    .asLong(0);
        var all = new LinkedHashSet<>(before);
        all.addAll(urls);
        CrawlSettings.change(crawl, Map.of("seeds", List.copyOf(all)), WHO);
        return (long) all.size() - before.size();
    }

    private static List<String> uriList(ApiCall call) throws IOException {
        String text = new String(call.body(call.limits().listBytes()), StandardCharsets.UTF_8);
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static List<String> urls(JsonNode body) {
        var urls = body.path("urls");
        if (!urls.isArray() || urls.size() > MOST_URLS)
            throw Problem.bad("/urls", "urls must be a list of at most " + MOST_URLS + " texts");
        return urls.valueStream().map(url -> url.asString("")).toList();
    }

    // ---- hosts

    private ApiAnswer block(ApiCall call) throws IOException, InterruptedException {
        String hosts = call.path("pattern");
        boolean isDropped =
                call.request().getLength() != 0
                        && only(call.json(), "drop").path("drop").asBoolean(false);
        var crawl = steered(call);
        var running = crawl.running();
        if (running.isEmpty()) {
            if (isDropped) running(crawl);
            boolean isNew = Control.ofStopped(crawl.folder()).block(hosts, WHO);
            return ApiAnswer.ok(ApiJson.map("isNew", isNew, "dropped", 0));
        }
        var more = Map.of("hosts", hosts, "who", WHO);
        boolean isNew = Asked.of(running.get(), "block", more).path("isNew").asBoolean(false);
        long dropped =
                isDropped ? Asked.of(running.get(), "drop", more).path("dropped").asLong(0) : 0;
        return ApiAnswer.ok(ApiJson.map("isNew", isNew, "dropped", dropped));
    }

    private ApiAnswer unblock(ApiCall call) throws IOException, InterruptedException {
        var crawl = steered(call);
        String hosts = call.path("pattern");
        var running = crawl.running();
        boolean wasBlocked =
                running.isEmpty()
                        ? Control.ofStopped(crawl.folder()).unblock(hosts, WHO)
                        : Asked.of(running.get(), "unblock", Map.of("hosts", hosts, "who", WHO))
                                .path("wasBlocked")
                                .asBoolean(false);
        return ApiAnswer.ok(Map.of("wasBlocked", wasBlocked));
    }

    private ApiAnswer pace(ApiCall call) throws IOException, InterruptedException {
        var body = only(call.json(), "delay", "connections", "maxPages");
        var line = new StringBuilder(word(call.path("pattern")));
        for (var each : body.properties())
            line.append(' ')
                    .append(each.getKey().equals("maxPages") ? "max-pages" : each.getKey())
                    .append('=')
                    .append(word(each.getValue().asString("")));
        return repace(call, line.toString());
    }

    /** A word of a line of the setting; what has a space in it would be several. */
    private static String word(String text) {
        if (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c == ','))
            throw Problem.bad("", "'" + text + "' is not one word");
        return text;
    }

    private ApiAnswer unpace(ApiCall call) throws IOException, InterruptedException {
        return repace(call, "");
    }

    private ApiAnswer repace(ApiCall call, String line) throws IOException, InterruptedException {
        var crawl = steered(call);
        String pattern = word(call.path("pattern"));
        try (var _ = changing.lock(crawl.id())) {
            var lines = CrawlSettings.lines(crawl, "pace");
            lines.removeIf(each -> each.startsWith(pattern + " "));
            if (!line.isEmpty()) lines.add(line);
            CrawlSettings.change(crawl, Map.of("pace", lines), WHO);
            return ApiAnswer.ok(Map.of("pace", CrawlSettings.lines(crawl, "pace")));
        }
    }

    // ---- tests of URLs

    private ApiAnswer test(ApiCall call) throws IOException {
        var body = only(call.json(), "urls", "settings");
        var settings =
                body.has("settings")
                        ? input.read(body.path("settings"), "/settings")
                        : Map.<String, Object>of();
        try {
            return ApiAnswer.ok(
                    Map.of("verdicts", UrlVerdict.of(crawl(call).folder(), settings, urls(body))));
        } catch (UsageException e) {
            throw SettingsInput.invalid(e);
        }
    }

    private ApiAnswer testNew(ApiCall call) throws IOException {
        var body = only(call.json(), "urls", "settings");
        var crawl = Crawl.of();
        input.read(body.path("settings"), "/settings").forEach(crawl::set);
        try {
            return ApiAnswer.ok(Map.of("verdicts", UrlVerdict.of(crawl, urls(body))));
        } catch (UsageException e) {
            throw SettingsInput.invalid(e);
        }
    }

    private ApiAnswer changes(ApiCall call) throws IOException {
        var items = new ArrayList<JsonNode>();
        for (String line : ChangeLog.last(crawl(call).folder(), call.limit(100, 1000)))
            items.add(ApiJson.own(line));
        return ApiAnswer.ok(Map.of("items", items));
    }

    /** Refuses members that mean nothing: they are slips of the pen. */
    static JsonNode only(JsonNode body, String... names) {
        for (var each : body.properties())
            if (!List.of(names).contains(each.getKey()))
                throw Problem.bad(
                        "/" + each.getKey(), "there is no such member; expected " + List.of(names));
        return body;
    }
}
