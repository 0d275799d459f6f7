package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * Robots.txt files that origins of this process were redirected to at hosts of others, and the
 * answers to theirs. Nothing of it outlives a process: when an answer does not come for a while,
 * the robots.txt is asked for anew.
 */
final class RemoteErrands {
    /** How long an origin waits for another process. */
    private static final long PATIENCE_NANOS = Duration.ofMinutes(1).toNanos();

    private static final long NO_DELAY = -1;

    // What became of an errand.
    private static final int FAILED = 0;
    private static final int FOUND = 1;
    private static final int NOT_ASKED = 2;

    /** An origin in another process that waits for a robots.txt from here. */
    record Owner(int shard, String origin) {}

    private final Shards shards;
    private final Outbox outbox;
    private final Function<String, Result.Rules> rulebook;

    /** Until when origins wait, in the order in which they began to. */
    private final LinkedHashMap<String, Long> waiting = new LinkedHashMap<>();

    /**
     * @param rulebook reads the rules of a robots.txt
     */
    RemoteErrands(Shards shards, Outbox outbox, Function<String, Result.Rules> rulebook) {
        this.shards = shards;
        this.outbox = outbox;
        this.rulebook = rulebook;
    }

    /** Sends the owners of an errand on to the process that has a host. */
    void send(int to, RobotsErrands.Errand errand, Url target, long nowNanos) {
        for (var owner : errand.owners()) {
            waiting.remove(owner.name);
            waiting.put(owner.name, Nanos.plus(nowNanos, PATIENCE_NANOS));
            send(to, new Owner(owner.host.shard, owner.name), errand, target);
        }
        for (var owner : errand.remote()) send(to, owner, errand, target);
    }

    private void send(int to, Owner owner, RobotsErrands.Errand errand, Url target) {
        var letter = new Bytes(256);
        letter.put(Letters.ERRAND);
        letter.putLong(owner.shard());
        letter.putText(owner.origin());
        letter.putText(target.toString());
        letter.putLong(errand.redirects() + 1L);
        outbox.sendNow(to, letter.toArray());
    }

    /** Reads an errand of an origin of another process. */
    static RobotsErrands.Errand read(Bytes letter, long number) {
        var owner = new Owner(letter.getInt(), letter.getText());
        var url = Url.of(letter.getText());
        return RobotsErrands.Errand.of(owner, url, letter.getInt(), number);
    }

    /** Its rules came. */
    void answer(Owner owner, Result.Rules rules) {
        var letter = begin(owner);
        letter.put(FOUND);
        letter.putLong(Nanos.of(rules.validFor()));
        letter.putSigned(rules.crawlDelay().map(Nanos::of).orElse(NO_DELAY));
        letter.putText(rules.source());
        outbox.sendNow(owner.shard(), letter.toArray());
    }

    /** It cannot be had for now. */
    void fail(Owner owner, Result.Unreachable failure, long waitNanos) {
        var letter = begin(owner);
        letter.put(FAILED);
        letter.putLong(waitNanos);
        letter.putText(failure.fault());
        letter.put(failure.isLasting() ? 1 : 0);
        outbox.sendNow(owner.shard(), letter.toArray());
    }

    /** It was not asked for. */
    void askAgain(Owner owner) {
        var letter = begin(owner);
        letter.put(NOT_ASKED);
        outbox.sendNow(owner.shard(), letter.toArray());
    }

    private static Bytes begin(Owner owner) {
        var letter = new Bytes(256);
        letter.put(Letters.RULES);
        letter.putText(owner.origin());
        return letter;
    }

    /** An answer came, perhaps to somebody who does not wait for it any more. */
    void came(Shard shard, Bytes letter, long nowNanos) {
        var name = letter.getText();
        boolean isAwaited = waiting.remove(name) != null;
        var owner = shard.asking(name);
        if (!isAwaited || owner.isEmpty()) return;
        switch (letter.get()) {
            case FOUND -> shard.rulesCame(owner.get(), rules(letter), nowNanos);
            case FAILED -> {
                long wait = letter.getLong();
                var failure = new Result.Unreachable(letter.getText(), letter.get() == 1);
                shard.rulesFailed(owner.get(), failure, wait, nowNanos);
            }
            default -> shard.asksAgain(owner.get());
        }
    }

    private Result.Rules rules(Bytes letter) {
        var validFor = Duration.ofNanos(letter.getLong());
        long delay = letter.getSigned();
        var read = rulebook.apply(letter.getText());
        return new Result.Rules(
                read.allowed(),
                delay == NO_DELAY ? Optional.empty() : Optional.of(Duration.ofNanos(delay)),
                validFor,
                read.bytes());
    }

    /** Those that waited too long ask again. */
    void tend(long nowNanos) {
        while (!waiting.isEmpty() && waiting.firstEntry().getValue() <= nowNanos) {
            var name = waiting.pollFirstEntry().getKey();
            var shard = shards.find(Origin.hostOf(name));
            var owner = shard.flatMap(here -> here.asking(name));
            if (owner.isPresent()) shard.get().asksAgain(owner.get());
        }
    }

    /** When the next has waited too long. */
    long wakeAtNanos() {
        return waiting.isEmpty() ? Gate.NEVER : waiting.firstEntry().getValue();
    }
}
