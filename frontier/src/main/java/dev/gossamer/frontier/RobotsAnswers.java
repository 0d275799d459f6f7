package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.Objects;
import java.util.Optional;

/**
 * What the answer to a robots.txt does: the origins that wait for it get their rules, or it is
 * asked for where it has moved to, or it is their failure. Those origins may belong to other shards
 * than the host that was asked.
 */
final class RobotsAnswers {
    private final Shards shards;
    private final Commons commons;

    /** Where some shards are elsewhere. */
    private final Optional<RemoteErrands> remote;

    RobotsAnswers(Shards shards, Commons commons, Optional<RemoteErrands> remote) {
        this.shards = shards;
        this.commons = commons;
        this.remote = remote;
    }

    /** An origin of another process was redirected to a host that is here. */
    void asked(Bytes letter, long nowNanos) {
        begin(RemoteErrands.read(letter, commons.takeErrand()), nowNanos);
    }

    /** Another process answers an origin of a shard that is here. */
    void answered(Shard shard, Bytes letter, long nowNanos) {
        remote.orElseThrow().came(shard, letter, nowNanos);
    }

    void came(Host host, Result result, Host.UnderWay request, long nowNanos) {
        var errand = Objects.requireNonNull(request.errand());
        var asked = shards.at(host.shard);
        switch (result) {
            case Result.Moved(var target) -> moved(errand, target, nowNanos);
            case Result.Rules rules -> {
                if (!rules.isRemembered()) host.answered();
                if (errand.redirects() > 0) commons.sharedRules.put(errand.url(), rules, nowNanos);
                rulesCame(errand, rules, nowNanos);
            }
            case Result.Later later -> {
                long wait = asked.refused(host, request, later, nowNanos);
                fail(
                        errand,
                        new Result.Unreachable("robots.txt answered " + later.status()),
                        wait,
                        nowNanos);
            }
            case Result.Failed(_, var fault) ->
                    fail(errand, new Result.Unreachable("robots.txt: " + fault), 0, nowNanos);
            case Result.Unreachable failure -> fail(errand, failure, 0, nowNanos);
            case Result.Ours _ -> {
                asked.holdUp(host, nowNanos);
                askAgain(errand);
            }
            default -> throw new IllegalArgumentException("no answer to a robots.txt: " + result);
        }
    }

    /** The next hop is a request of the host it leads to, at its turn and its pace. */
    private void moved(RobotsErrands.Errand errand, Url target, long nowNanos) {
        int shard = shards.number(target.host());
        if (shards.staysHere(shard)) begin(errand.movedTo(target, commons.takeErrand()), nowNanos);
        else remote.orElseThrow().send(shard, errand, target, nowNanos);
    }

    private void begin(RobotsErrands.Errand errand, long nowNanos) {
        var target = errand.url();
        var known = commons.sharedRules.find(target, nowNanos);
        if (known != null) {
            rulesCame(errand, known, nowNanos);
            return;
        }
        if (commons.blocks.isBlocked(target.host())) {
            fail(errand, unreachableAt(target.host(), Blocks.REASON), 0, nowNanos);
            return;
        }
        var next = shards.of(target.host()).host(target.host());
        if (next.errands.add(errand)) commons.gates.settle(next);
        else
            fail(
                    errand,
                    new Result.Unreachable("robots.txt: too many are redirected to " + next.name),
                    0,
                    nowNanos);
    }

    private void rulesCame(RobotsErrands.Errand errand, Result.Rules rules, long nowNanos) {
        for (var owner : errand.owners())
            home(owner).ifPresent(shard -> shard.rulesCame(owner, rules, nowNanos));
        for (var owner : errand.remote()) remote.orElseThrow().answer(owner, rules);
    }

    private void fail(
            RobotsErrands.Errand errand, Result.Unreachable failure, long wait, long nowNanos) {
        for (var owner : errand.owners())
            home(owner).ifPresent(shard -> shard.rulesFailed(owner, failure, wait, nowNanos));
        for (var owner : errand.remote()) remote.orElseThrow().fail(owner, failure, wait);
    }

    /** The host cannot be asked: whoever waits for a robots.txt from it cannot have it now. */
    void endErrands(Host host, String reason, long nowNanos) {
        for (var errand : host.errands.takeAll())
            fail(errand, unreachableAt(host.name, reason), 0, nowNanos);
        commons.gates.settle(host);
    }

    /** It could not be asked for, and that is nobody's fault. */
    private void askAgain(RobotsErrands.Errand errand) {
        for (var owner : errand.owners()) home(owner).ifPresent(shard -> shard.asksAgain(owner));
        for (var owner : errand.remote()) remote.orElseThrow().askAgain(owner);
    }

    /** The host goes to another process: whoever waits for a robots.txt from it asks again. */
    void leaves(Host host) {
        host.errands.takeAll().forEach(this::askAgain);
    }

    private static Result.Unreachable unreachableAt(String host, String reason) {
        return new Result.Unreachable("robots.txt at " + host + ": " + reason);
    }

    /** The shard of an origin; none when it left meanwhile. */
    private Optional<Shard> home(Origin owner) {
        return shards.find(owner.host.name)
                .filter(shard -> shard.state.hosts.get(owner.host.name) == owner.host);
    }
}
