package dev.gossamer.export;

import dev.gossamer.files.CsvRow;
import dev.gossamer.parse.Facts;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A table of answers for people who look after a site, in CSV with a line of names. */
final class CsvPages {
    private static final List<String> NAMES =
            List.of(
                    "url",
                    "status",
                    "type",
                    "bytes",
                    "time",
                    "title",
                    "description",
                    "h1",
                    "language",
                    "canonical",
                    "redirect",
                    "robots",
                    "depth",
                    "inlinks");

    private CsvPages() {}

    static void head(Writer out) throws IOException {
        out.append(CsvRow.of(NAMES));
    }

    static void write(ExportedPage page, PagePlaces places, Writer out) throws IOException {
        var facts = page.pageFacts();
        var cells = new ArrayList<String>();
        cells.add(page.url());
        cells.add(String.valueOf(page.status()));
        cells.add(page.type());
        cells.add(String.valueOf(page.bytes()));
        cells.add(page.at().toString());
        cells.add(facts.map(Facts::title).orElse(""));
        cells.add(facts.map(Facts::description).orElse(""));
        cells.add(facts.flatMap(CsvPages::firstHeading).orElse(""));
        cells.add(facts.map(Facts::language).orElse(""));
        cells.add(facts.flatMap(Facts::canonical).map(Object::toString).orElse(""));
        cells.add(page.redirect());
        cells.add(page.robots());
        var url = Url.parse(page.url());
        var place = url.isPresent() ? places.of(url.get()) : PagePlaces.Place.UNKNOWN;
        cells.add(number(place.depth()));
        cells.add(number(place.inLinks()));
        out.append(CsvRow.of(cells));
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : "";
    }

    private static Optional<String> firstHeading(Facts facts) {
        return facts.headings().stream()
                .filter(heading -> heading.level() == 1)
                .map(Facts.Heading::text)
                .findFirst();
    }
}
