package dev.gossamer.cluster;

import dev.gossamer.frontier.Mail;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/** The letters of a node on their way, in the order in which they were sent. */
final class NodeMail implements Mail {
    /** Sends one letter; the future ends when it has arrived. */
    @FunctionalInterface
    interface Sending {
        CompletableFuture<Void> send(int shard, byte[] letter);
    }

    private final Sending sending;
    private final ArrayDeque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
    private long arrived;
    private volatile boolean isLost;

    NodeMail(Sending sending) {
        this.sending = sending;
    }

    @Override
    public void send(int shard, byte[] letter) {
        underWay.add(sending.send(shard, letter));
    }

    @Override
    public long arrived() {
        while (!underWay.isEmpty() && underWay.element().isDone()) {
            // Without it those behind do not count either: the node begins anew, and asks again
            // for the pages whose links are owed.
            if (underWay.element().isCompletedExceptionally()) {
                isLost = true;
                return arrived;
            }
            underWay.remove();
            arrived++;
        }
        return arrived;
    }

    /** Whether a letter was given up. */
    boolean isLost() {
        return isLost;
    }
}
