package dev.gossamer.files;

import java.util.List;

/**
 * One row of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe.
 */
public final class CsvRow {
    private CsvRow() {}

    /** Returns the row with its line end. */
    public static String of(List<String> cells) {
        var out = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) out.append(',');
            out.append(cell(cells.get(i)));
        }
        return out.append("\r\n").toString();
    }

    static String cell(String text) {
        boolean isFormula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        String shown = isFormula ? "'" + text : text;
        boolean isPlain = shown.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
        return isPlain ? shown : "\"" + shown.replace("\"", "\"\"") + "\"";
    }
}
