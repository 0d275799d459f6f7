package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.util.List;
import java.util.Objects;

/**
 * What the answer to a robots.txt does: the origins that wait for it get their rules, or it is
 * asked for where it has moved to, or it is their failure. Those origins may belong to other shards
 * than the host that was asked.
 */
final class RobotsAnswers {
    private final List<Shard> shards;
    private final Shards routes;
    private final Commons commons;

    RobotsAnswers(List<Shard> shards, Shards routes, Commons commons) {
        this.shards = shards;
        this.routes = routes;
        this.commons = commons;
    }

    void came(Host host, Result result, Host.UnderWay request, long nowNanos) {
        var errand = Objects.requireNonNull(request.errand());
        var asked = shards.get(host.shard);
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
                for (var owner : errand.owners()) {
                    owner.asks(false);
                    commons.gates.settle(owner.host);
                }
            }
            default -> throw new IllegalArgumentException("no answer to a robots.txt: " + result);
        }
    }

    /** The next hop is a request of the host it leads to, at its turn and its pace. */
    private void moved(RobotsErrands.Errand errand, Url target, long nowNanos) {
        var known = commons.sharedRules.find(target, nowNanos);
        if (known != null) {
            rulesCame(errand, known, nowNanos);
            return;
        }
        if (commons.blocks.isBlocked(target.host())) {
            fail(errand, unreachableAt(target.host(), Blocks.REASON), 0, nowNanos);
            return;
        }
        var next = routes.of(target.host()).host(target.host());
        if (next.errands.add(errand.movedTo(target, commons.takeErrand())))
            commons.gates.settle(next);
        else
            fail(
                    errand,
                    new Result.Unreachable("robots.txt: too many are redirected to " + next.name),
                    0,
                    nowNanos);
    }

    private void rulesCame(RobotsErrands.Errand errand, Result.Rules rules, long nowNanos) {
        for (var owner : errand.owners()) home(owner).rulesCame(owner, rules, nowNanos);
    }

    private void fail(
            RobotsErrands.Errand errand, Result.Unreachable failure, long wait, long nowNanos) {
        for (var owner : errand.owners()) home(owner).rulesFailed(owner, failure, wait, nowNanos);
    }

    /** The host cannot be asked: whoever waits for a robots.txt from it cannot have it now. */
    void endErrands(Host host, String reason, long nowNanos) {
        for (var errand : host.errands.takeAll())
            fail(errand, unreachableAt(host.name, reason), 0, nowNanos);
        commons.gates.settle(host);
    }

    private static Result.Unreachable unreachableAt(String host, String reason) {
        return new Result.Unreachable("robots.txt at " + host + ": " + reason);
    }

    private Shard home(Origin owner) {
        return shards.get(owner.host.shard);
    }
}
