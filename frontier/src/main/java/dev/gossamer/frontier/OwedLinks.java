package dev.gossamer.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages of a shard that were answered, and whose links to other shards may not be on disk there
 * yet; oldest first. What is still owed when the process ends is asked for once more, as the links
 * may be lost. A crawl of one shard owes nothing.
 */
final class OwedLinks {
    /**
     * One page.
     *
     * @param round the commit after which its links are written everywhere
     */
    record Owed(String origin, Entry entry, DecisionLog.Ending ending, long round) {}

    private final ArrayDeque<Owed> pages = new ArrayDeque<>();

    void add(Owed page) {
        pages.add(page);
    }

    int size() {
        return pages.size();
    }

    /** Everything up to this commit is on disk everywhere; returns how many pages that settles. */
    int settle(long round) {
        int count = 0;
        while (!pages.isEmpty() && pages.element().round() <= round) {
            pages.remove();
            count++;
        }
        return count;
    }

    /** The same, as a journal tells it. */
    void settled(int count) {
        if (count > pages.size()) throw new IllegalStateException("only " + pages.size());
        for (int i = 0; i < count; i++) pages.remove();
    }

    List<Owed> all() {
        return List.copyOf(pages);
    }

    /** Returns all that is owed, which is owed no more. */
    List<Owed> takeAll() {
        var all = new ArrayList<>(pages);
        pages.clear();
        return all;
    }

    void write(RecordWriter out) {
        for (var page : pages) {
            var record = out.begin(RecordType.OWED);
            record.putText(page.origin());
            record.putLong(page.ending().code);
            page.entry().put(record);
            out.end();
        }
    }

    void read(Bytes body) {
        var origin = body.getText();
        var ending = Codec.ending(body);
        add(new Owed(origin, Entry.get(body), ending, 0));
    }
}
