package dev.restante.cli.shell;

/**
 * Column of a table that a command prints: the output field in the cells, the header and the alignment.
 *
 * @param header the header in capitals
 * @param number true if the column shows numbers, aligned to the right
 */
public record TableColumn(String field, String header, boolean number) {

    public static TableColumn text(String field, String header) {
        return new TableColumn(field, header, false);
    }

    public static TableColumn number(String field, String header) {
        return new TableColumn(field, header, true);
    }
}
