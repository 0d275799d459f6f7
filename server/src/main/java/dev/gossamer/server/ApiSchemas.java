package dev.gossamer.server;

import dev.gossamer.crawl.Status;

/** The shapes of the answers. */
final class ApiSchemas {
    static final Schema STATE =
            Schema.choice("created", "running", "paused", "stopped", "finished", "crashed");

    static final Schema STATUS = Schema.of(Status.class).with("state", STATE);

    static final Schema SUMMARY =
            STATUS.with("id", Schema.TEXT, "folder", Schema.TEXT, "elsewhere", Schema.TRUTH);

    private ApiSchemas() {}

    /** A part of a list, and the cursor for the next one. */
    static Schema page(Schema item) {
        return Schema.object("items", Schema.list(item), "next", Schema.TEXT.orNull());
    }
}
