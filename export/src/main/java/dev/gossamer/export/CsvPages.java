package dev.gossamer.export;

import dev.gossamer.parse.Facts;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table of answers for people who look after a site, in CSV (RFC 4180) with a line of names. A
 * cell that a spreadsheet would take for a formula begins with an apostrophe.
 */
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
        row(NAMES, out);
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
        row(cells, out);
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

    private static void row(List<String> cells, Writer out) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) out.append(',');
            out.append(cell(cells.get(i)));
        }
        out.append("\r\n");
    }

    static String cell(String text) {
        boolean isFormula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        String shown = isFormula ? "'" + text : text;
        boolean isPlain = shown.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
        return isPlain ? shown : "\"" + shown.replace("\"", "\"\"") + "\"";
    }
}
