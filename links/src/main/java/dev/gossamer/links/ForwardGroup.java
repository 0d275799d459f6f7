package dev.gossamer.links;

/** The lists of the pages of one group so far: what later ones may refer to. */
final class ForwardGroup {
    /** So many URLs, fetched or not, make a group: one that is asked for costs reading half. */
    static final int IDS = 32;

    /** How far back a list may refer. */
    static final int WINDOW = 4;

    private final LongList[] lists = new LongList[IDS];
    private int size;

    ForwardGroup() {
        for (int i = 0; i < IDS; i++) lists[i] = new LongList();
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    void add(LongList list) {
        lists[size++].setTo(list);
    }

    /** For the next list, which is filled by the caller. */
    LongList next() {
        lists[size].clear();
        return lists[size++];
    }

    /** 1 is the one before. */
    LongList back(int distance) {
        return lists[size - distance];
    }
}
