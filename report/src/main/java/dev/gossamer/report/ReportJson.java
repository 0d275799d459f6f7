package dev.gossamer.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A report for programs. It begins with the fields of {@code status --json}. */
final class ReportJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportJson() {}

    static String of(Report report) {
        var json = (ObjectNode) JSON.readTree(report.status().toJson());
        json.put("name", report.name());
        json.put("made", report.made().toString());
        var tables = json.putObject("tables");
        for (var section : report.sections())
            for (var table : section.tables()) tables.set(table.name(), table(table));
        var charts = json.putArray("series");
        for (var section : report.sections())
            for (var chart : section.charts())
                if (chart instanceof Chart.Line line) charts.add(JSON.valueToTree(line(line)));
        return JSON.writeValueAsString(json);
    }

    private static ObjectNode table(Table table) {
        var json = JSON.createObjectNode();
        json.put("title", table.title());
        json.put("total", table.total());
        json.set("columns", JSON.valueToTree(table.columns().stream().map(Column::name).toList()));
        var rows = json.putArray("rows");
        for (var row : table.rows()) rows.add(row(table.columns(), row));
        return json;
    }

    private static ObjectNode row(List<Column> columns, List<Cell> cells) {
        var json = JSON.createObjectNode();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            switch (cells.get(i)) {
                case Cell.Text(var value) -> json.put(name, value);
                case Cell.Count(var value) -> json.put(name, value);
                case Cell.Amount(var value) -> json.put(name, value);
            }
        }
        return json;
    }

    private static Map<String, Object> line(Chart.Line line) {
        var json = new LinkedHashMap<String, Object>();
        json.put("title", line.title());
        json.put("unit", line.unit());
        json.put("times", line.points().stream().map(point -> point.time().toString()).toList());
        json.put("values", line.points().stream().map(Chart.Point::value).toList());
        return json;
    }
}
