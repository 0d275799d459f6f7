package dev.gossamer.export;

import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.OptionalLong;

/** Where pages lie among the others, which the crawl knows and its archive does not. */
@FunctionalInterface
public interface PagePlaces {
    /** For an archive without a crawl. */
    PagePlaces UNKNOWN = _ -> Place.UNKNOWN;

    /**
     * The place of one page.
     *
     * @param depth links from a seed
     * @param inLinks links to it
     */
    record Place(OptionalLong depth, OptionalLong inLinks) {
        static final Place UNKNOWN = new Place(OptionalLong.empty(), OptionalLong.empty());
    }

    Place of(Url url) throws IOException;
}
