package dev.restante.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Markdown table with the first column aligned to the left and all other columns to the right. */
final class MarkdownTable {

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    MarkdownTable(List<String> header) {
        this.header = List.copyOf(header);
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the number of cells differs from the header
     */
    MarkdownTable row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%d cells under %d headings", cells.size(), header.size()));
        }
        rows.add(cells.stream().map(cell -> cell.replace("|", "\\|")).toList());
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    String markdown() {
        int[] widths = new int[header.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(3, header.get(column).length());
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        appendRow(text, header, widths);
        List<String> rule = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            String dashes = String.join("", Collections.nCopies(widths[column] - 1, "-"));
            rule.add(column == 0 ? dashes + "-" : dashes + ":");
        }
        appendRow(text, rule, widths);
        rows.forEach(row -> appendRow(text, row, widths));
        return text.toString();
    }

    private static void appendRow(StringBuilder text, List<String> cells, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            text.append("| ")
                    .append(column == 0 ? cell + padding : padding + cell)
                    .append(' ');
        }
        text.append("|\n");
    }
}
