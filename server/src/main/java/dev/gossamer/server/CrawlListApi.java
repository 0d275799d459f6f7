package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** The routes that are about no crawl in particular: the settings, and the list of crawls. */
final class CrawlListApi {
    private static final int USUAL = 100;
    private static final int MOST = 1_000;

    private final CrawlFolders crawls;

    CrawlListApi(CrawlFolders crawls) {
        this.crawls = crawls;
    }

    void addTo(Routes routes) {
        routes.get(
                "/api/v1/settings",
                "The settings that a crawl can have, and their JSON schema.",
                Schema.object(
                        "settings",
                        Schema.list(SettingsTable.SETTING),
                        "schema",
                        Schema.map(Schema.ANY)),
                _ -> ApiAnswer.ok(SettingsTable.all()));
        routes.get(
                "/api/v1/crawls",
                "The crawls in the folder of the server, and those that run elsewhere.",
                Routes.query(
                        "state", "only those in this state",
                        "q", "only those whose name contains this",
                        "sort", "name, state, pages or queued; with a dash before it backwards",
                        "limit", "at most 1000",
                        "after", "the cursor 'next' of the part before"),
                Route.Answers.json(ApiSchemas.page(ApiSchemas.SUMMARY)),
                this::list);
    }

    private ApiAnswer list(ApiCall call) throws IOException {
        var wanted = new ArrayList<Map<String, Object>>();
        String part = call.query("q").orElse("").toLowerCase(Locale.ROOT);
        for (var crawl : crawls.all()) {
            if (!crawl.id().contains(part)) continue;
            try {
                wanted.add(crawl.summary());
            } catch (UsageException | IOException e) {
                // It was deleted, or its state is damaged: the others are listed all the same.
                System.getLogger("dev.gossamer.server")
                        .log(System.Logger.Level.DEBUG, "a crawl cannot be read", e);
            }
        }
        call.query("state").ifPresent(state -> wanted.removeIf(each -> !text(each).equals(state)));
        wanted.sort(order(call.query("sort").orElse("name")));
        return ApiAnswer.ok(Paged.part(wanted, call, USUAL, MOST));
    }

    private static String text(Map<String, Object> crawl) {
        return String.valueOf(crawl.get("state")).replace("\"", "");
    }

    private static Comparator<Map<String, Object>> order(String sort) {
        boolean isBackwards = sort.startsWith("-");
        Comparator<Map<String, Object>> order =
                switch (isBackwards ? sort.substring(1) : sort) {
                    case "name" -> Comparator.comparing(each -> String.valueOf(each.get("id")));
                    case "state" -> Comparator.comparing(CrawlListApi::text);
                    case "pages" -> Comparator.comparingLong(each -> number(each, "pages"));
                    case "queued" -> Comparator.comparingLong(each -> number(each, "queued"));
                    default -> throw Problem.bad("/sort", "sort is name, state, pages or queued");
                };
        return isBackwards ? order.reversed() : order;
    }

    private static long number(Map<String, Object> crawl, String name) {
        return Long.parseLong(String.valueOf(crawl.get(name)));
    }
}
