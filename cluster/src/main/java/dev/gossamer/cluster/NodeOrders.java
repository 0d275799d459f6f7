package dev.gossamer.cluster;

import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.ShardDoor;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What operators order by the board, carried out on one node: pause, stop, drain, other settings.
 * Owned by the thread that reports.
 */
final class NodeOrders {
    private final String node;
    private final NodeClients clients;
    private final Crawl crawl;
    private final PageClaims pages;
    private final RootNews roots;
    private final Consumer<String> told;
    private final Runnable leave;
    private String settings = "";

    /** As the board has it, which is short: what it stands for need not be put together. */
    private String settingsRecord = "";

    private boolean wasPaused;
    private boolean wasDrained;

    /**
     * @param node its name
     * @param leave has the node leave in good order, which takes a while
     */
    NodeOrders(
            String node,
            NodeClients clients,
            Crawl crawl,
            PageClaims pages,
            RootNews roots,
            Consumer<String> told,
            Runnable leave) {
        this.node = node;
        this.clients = clients;
        this.crawl = crawl;
        this.pages = pages;
        this.roots = roots;
        this.told = told;
        this.leave = leave;
    }

    /** Forgets an order to leave of before this life: it was carried out. */
    void begin() {
        if (!isDrained()) return;
        wasDrained = true;
        var _ =
                clients.producer()
                        .send(
                                clients.address().topic(ClusterTopics.CONTROL),
                                0,
                                (ClusterCrawl.DRAIN + node).getBytes(StandardCharsets.UTF_8),
                                null);
    }

    private boolean isDrained() {
        return clients.board().value(ClusterCrawl.DRAIN + node).isPresent();
    }

    /** Does what was ordered since the last call. */
    void obey(ShardDoor door) throws IOException {
        roots.learn(door);
        var state = ClusterCrawl.state(clients.board());
        pause(state == ClusterCrawl.State.paused);
        boolean isDrained = isDrained();
        boolean isToLeave = isDrained && !wasDrained;
        wasDrained &= isDrained;
        if (isToLeave || state == ClusterCrawl.State.stopped) {
            told.accept(isToLeave ? "drained" : "the crawl is stopped");
            // On another thread: it takes longer than this one may be silent.
            Thread.ofVirtual().start(leave);
        }
        change();
        roots.look();
        pages.claim();
    }

    private void pause(boolean isPaused) throws IOException {
        var control = crawl.control();
        if (isPaused != wasPaused && control.isPresent()) {
            if (isPaused) control.get().pause("cluster");
            else control.get().resume("cluster");
        }
        wasPaused = isPaused;
    }

    /** Settings that were changed for all nodes are changed here. */
    private void change() throws IOException {
        var record = clients.board().value(SettingsRecords.KEY).orElse("");
        var control = crawl.control();
        if (record.equals(settingsRecord) || control.isEmpty()) return;
        var now = SettingsRecords.read(clients.board()).orElse("");
        if (now.isEmpty()) return;
        var before = settings.isEmpty() ? now : settings;
        change(written(before), written(now), control.get());
        settings = now;
        settingsRecord = record;
        pages.limit(ClusterCrawl.maxPages(now));
    }

    private Map<String, Object> written(String text) {
        return Crawl.writtenSettings("settings of " + clients.address().name(), text);
    }

    private void change(Map<String, Object> before, Map<String, Object> now, Control control)
            throws IOException {
        var changed = new TreeMap<String, Object>();
        now.forEach(
                (name, value) -> {
                    if (!value.equals(before.get(name))) changed.put(name, value);
                });
        // A setting that is not there has its default again.
        for (var name : before.keySet()) if (!now.containsKey(name)) changed.put(name, "");
        if (changed.isEmpty()) return;
        try {
            control.set(changed, "cluster");
            told.accept("changed: " + changed);
        } catch (UsageException e) {
            told.accept("cannot change the settings: " + e.getMessage());
        }
    }
}
