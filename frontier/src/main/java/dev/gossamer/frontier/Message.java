package dev.gossamer.frontier;

/**
 * What one shard tells another about a place: the right to use an address or a registered domain,
 * which one shard has at a time. See {@link Places}.
 *
 * @param place a key as {@link Place} has it
 */
record Message(Kind kind, String place) {
    /** The codes are in letters and on disk. */
    enum Kind {
        /** To the keeper: somebody wants to use it. */
        ASK(1),
        /** From the keeper: it is yours. */
        GRANT(2),
        /** From the keeper: another one asks. */
        RECALL(3),
        /** To the keeper: nothing is under way there, and its delay has run out. */
        RETURN(4);

        final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    void put(Bytes out) {
        out.put(kind.code);
        out.putText(place);
    }

    static Message get(Bytes in) {
        int code = in.get();
        for (var kind : Kind.values())
            if (kind.code == code) return new Message(kind, in.getText());
        throw new IllegalStateException("message " + code);
    }
}
