package dev.gossamer.crawl;

import dev.gossamer.fetch.Fault;
import dev.gossamer.fetch.Outcome;
import dev.gossamer.frontier.Result;
import dev.gossamer.frontier.Task;
import java.util.Locale;
import java.util.Map;

/** Who is charged for a fault of the network: the origin, the URL, or we ourselves. */
final class FaultResult {
    /** Words where the name of the fault is not plain enough. */
    private static final Map<Fault, String> WORDS =
            Map.of(
                    Fault.CONNECT_REFUSED, "connection refused",
                    Fault.CONNECT_TIMEOUT, "no connection in time",
                    Fault.CONNECT_FAILED, "no connection",
                    Fault.DNS_FAILED, "the name servers do not answer",
                    Fault.FORBIDDEN_ADDRESS,
                            "the address is not public (--allow-private admits it)");

    /** What the system says when this process has too many files open. */
    private static final String NO_DESCRIPTORS = "Too many open files";

    private FaultResult() {}

    /**
     * Whether the network between us and the server may be what failed. A page that hangs may do so
     * by itself; a robots.txt is asked for after several of them, to find out.
     */
    static boolean isPerhapsNetwork(Task task, Result result) {
        return switch (result) {
            case Result.Unreachable _ -> true;
            case Result.Failed(var kind, _) ->
                    task instanceof Task.Robots && kind == Result.Failure.SILENT;
            default -> false;
        };
    }

    /** As logs and status have it. */
    static String name(Fault fault) {
        return fault.name().toLowerCase(Locale.ROOT);
    }

    private static String words(Fault fault) {
        return WORDS.getOrDefault(fault, name(fault).replace('_', ' '));
    }

    /** A host that is asked only to check links gets fewer chances: nothing is lost with it. */
    static Result of(Visit visit, Outcome.Failed failed) {
        var result = of(failed.fault(), failed.detail());
        return visit.isOnlyChecked() && result instanceof Result.Unreachable(var fault, _)
                ? new Result.Unreachable(fault, true)
                : result;
    }

    /**
     * @param detail what the system said
     */
    static Result of(Fault fault, String detail) {
        if (detail.contains(NO_DESCRIPTORS)) return new Result.Ours(NO_DESCRIPTORS, false);
        return switch (fault) {
            case NO_SUCH_HOST, FORBIDDEN_ADDRESS -> new Result.Unreachable(words(fault), true);
            case DNS_FAILED,
                    CONNECT_REFUSED,
                    CONNECT_TIMEOUT,
                    CONNECT_FAILED,
                    PROXY_FAILED,
                    TLS_FAILED,
                    TLS_TIMEOUT,
                    BAD_CERTIFICATE ->
                    new Result.Unreachable(words(fault));
            // A connection that carries nothing any more shows these, whoever cut it.
            case FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT, CONNECTION_LOST ->
                    new Result.Failed(Result.Failure.SILENT, words(fault));
            case TOTAL_TIMEOUT, TOO_SLOW, BAD_ANSWER -> new Result.Failed(words(fault));
            case UNSUPPORTED_URL, HEAD_TOO_LARGE, TOO_MANY_FIELDS, TOO_MANY_INTERIM ->
                    new Result.Failed(Result.Failure.LASTING, words(fault));
            case TOO_MANY_CONNECTIONS, SPILL_FAILED, CANCELLED ->
                    new Result.Ours(words(fault), false);
            case INTERNAL -> new Result.Ours(words(fault), true);
        };
    }
}
