package dev.restante.cli.shell;

import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Aligned text table. */
final class TextTable {

    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final List<TableColumn> columns;
    private final List<List<String>> rows;

    private TextTable(List<TableColumn> columns, List<List<String>> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    static TextTable of(List<TableColumn> columns, List<JsonObject> rows) {
        return new TextTable(
                columns,
                rows.stream()
                        .map(row -> columns.stream()
                                .map(column -> cell(row.get(column.field())))
                                .toList())
                        .toList());
    }

    /** Returns the text of a cell on one line, without control characters. */
    private static String cell(@Nullable Object value) {
        if (value instanceof Double rate) {
            return String.format(Locale.ROOT, "%.1f", rate);
        }
        return Output.displayText(value).replaceAll("\\p{Cntrl}", "?");
    }

    List<String> lines(boolean colours) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).header().length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        List<String> lines = new ArrayList<>();
        String header = line(columns.stream().map(TableColumn::header).toList(), widths);
        lines.add(colours ? BOLD + header + PLAIN : header);
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - width(cells.get(i)));
            String cell = cells.get(i);
            line.append(i == 0 ? "" : "  ").append(columns.get(i).number() ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
