package dev.gossamer.report;

import java.util.List;

/**
 * A part of a report for one kind of reader.
 *
 * @param id in links within the page
 */
public record Section(
        String id, String title, String intro, List<Chart> charts, List<Table> tables) {
    public Section {
        charts = List.copyOf(charts);
        tables = List.copyOf(tables);
    }
}
