package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.io.IOException;

/**
 * Is told what becomes of URLs that somebody asked for, where no answer comes of it. URLs are told
 * apart by their source, see {@link Discovered}. Called by the thread that owns the frontier; a
 * restart may tell the same once more.
 */
public interface Watch {
    /** Nobody wants to know. */
    Watch NONE =
            new Watch() {
                @Override
                public boolean isFor(int source) {
                    return false;
                }

                @Override
                public void seen(Url url, Url via) {}

                @Override
                public void dropped(Url url, Url via, DropReason reason) {}

                @Override
                public void failed(Url url, Url via, String reason) {}

                @Override
                public void settle() {}
            };

    /** Returns whether URLs of this source are watched. */
    boolean isFor(int source);

    /** The URL was found before, so this time nothing is done about it. */
    void seen(Url url, Url via);

    /** It was let go without an answer. */
    void dropped(Url url, Url via, DropReason reason);

    /** It was given up for now, and is tried again after hours or days. */
    void failed(Url url, Url via, String reason);

    /**
     * What was told so far is durable when this returns; called before the decisions themselves are
     * made durable.
     */
    void settle() throws IOException;
}
