package dev.gossamer.crawl;

import dev.gossamer.frontier.Frontier;
import dev.gossamer.frontier.HostView;
import dev.gossamer.frontier.HostWalk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the hosts of a running crawl do: how many do what, and which of them somebody asks
 * for. It looks at some of them in each turn of the crawl loop, so that a crawl of a million hosts
 * never stands still for it. Owned by the crawl loop.
 */
final class HostSurvey {
    /** Hosts that are looked at in one turn: a millisecond or two. */
    private static final int SLICE = 10_000;

    private final Frontier frontier;
    private final List<Question> questions = new ArrayList<>();
    private @Nullable HostWalk census;
    private Map<HostView.Doing, Long> counting = new EnumMap<>(HostView.Doing.class);
    private Map<String, Long> counted = new TreeMap<>();

    HostSurvey(Frontier frontier) {
        this.frontier = frontier;
    }

    /** A host that somebody asked for, and its place in the list. */
    private record Row(HostQuery.Place place, HostView host) {}

    /** One who wants to see hosts, and the best that were found so far, the last one first. */
    private record Question(
            HostQuery query,
            HostWalk walk,
            PriorityQueue<Row> best,
            CompletableFuture<List<HostAnswer>> answer) {
        void see(HostView host) {
            if (!query.isMet(host)) return;
            var place = query.place(host);
            boolean isFull = best.size() == query.limit();
            if (isFull && best.element().place().compareTo(place) <= 0) return;
            best.add(new Row(place, host));
            if (isFull) best.remove();
        }

        void end(long nowNanos) {
            answer.complete(
                    best.stream()
                            .sorted(Comparator.comparing(Row::place))
                            .map(
                                    row ->
                                            HostAnswer.of(
                                                    row.host(),
                                                    row.place().toString(),
                                                    List.of(),
                                                    nowNanos))
                            .toList());
        }
    }

    void ask(HostQuery query, CompletableFuture<List<HostAnswer>> answer) {
        var best = new PriorityQueue<>(Comparator.comparing(Row::place).reversed());
        questions.add(new Question(query, frontier.hosts(), best, answer));
    }

    /** Whether somebody waits for an answer. */
    boolean isAsked() {
        return !questions.isEmpty();
    }

    /** To be called once a turn: looks at some hosts for the first who asked. */
    void turn(long nowNanos) {
        if (questions.isEmpty()) return;
        var first = questions.getFirst();
        if (first.walk.step(SLICE, nowNanos, first::see)) return;
        first.end(nowNanos);
        questions.removeFirst();
    }

    /** To be called about twice a second: goes on counting. */
    void tick(long nowNanos) {
        var walk = census == null ? frontier.hosts() : census;
        boolean hasMore =
                walk.step(SLICE, nowNanos, host -> counting.merge(host.doing(), 1L, Long::sum));
        census = hasMore ? walk : null;
        if (!hasMore) publish();
    }

    private void publish() {
        var all = new TreeMap<String, Long>();
        for (var doing : HostView.Doing.values())
            all.put(HostQuery.name(doing), counting.getOrDefault(doing, 0L));
        counted = all;
        counting = new EnumMap<>(HostView.Doing.class);
    }

    /** How many hosts in memory do what, as it was when all were counted last. */
    Map<String, Long> states() {
        return counted;
    }

    /** The crawl is over. */
    void end() {
        questions.forEach(question -> question.answer.cancel(false));
    }
}
