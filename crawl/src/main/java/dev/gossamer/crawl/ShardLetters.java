package dev.gossamer.crawl;

import dev.gossamer.frontier.Discovered;
import dev.gossamer.frontier.Frontier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** URLs that are sorted by the shards of a cluster to which they belong, and put into letters. */
final class ShardLetters {
    private static final int URLS_PER_LETTER = 100;

    private final int shards;
    private final Function<List<Discovered>, byte[]> letter;
    private final Map<Integer, List<Discovered>> byShard = new TreeMap<>();

    /**
     * @param shards of the whole crawl
     * @param letter makes a letter of some URLs
     */
    ShardLetters(int shards, Function<List<Discovered>, byte[]> letter) {
        this.shards = shards;
        this.letter = letter;
    }

    /** Passes requests of applications through the filters, and says where they go. */
    static ShardDoor.Requested of(
            List<PageRequest> requests, LinkPicker picker, int shards, long nowNanos) {
        var fresh = new ShardLetters(shards, found -> Frontier.letter(found, nowNanos));
        var again = new ShardLetters(shards, found -> Frontier.letterAgain(found, nowNanos));
        var dropped = new ArrayList<RequestResult>();
        for (var request : requests) {
            var found = picker.requested(request);
            if (found.isPresent()) (request.isAgain() ? again : fresh).add(found.get());
            else dropped.add(RequestResult.dropped(request, picker.droppedBy()));
        }
        var letters = new TreeMap<Integer, List<byte[]>>();
        fresh.addTo(letters);
        again.addTo(letters);
        return new ShardDoor.Requested(letters, dropped);
    }

    void add(Discovered found) {
        byShard.computeIfAbsent(found.url().shard(shards), _ -> new ArrayList<>()).add(found);
    }

    /** Adds the letters for each shard. */
    void addTo(Map<Integer, List<byte[]>> letters) {
        byShard.forEach(
                (shard, all) -> {
                    var each = letters.computeIfAbsent(shard, _ -> new ArrayList<>());
                    for (int i = 0; i < all.size(); i += URLS_PER_LETTER)
                        each.add(
                                letter.apply(
                                        all.subList(i, Math.min(all.size(), i + URLS_PER_LETTER))));
                });
    }
}
