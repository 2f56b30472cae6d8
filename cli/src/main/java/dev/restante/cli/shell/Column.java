package dev.restante.cli.shell;

/**
 * A column of a table.
 *
 * @param field whose value it shows
 * @param header in capitals
 * @param number whether it is a number, which stands on the right
 */
public record Column(String field, String header, boolean number) {

    /** A column of texts. */
    public static Column text(String field, String header) {
        return new Column(field, header, false);
    }

    /** A column of numbers. */
    public static Column number(String field, String header) {
        return new Column(field, header, true);
    }
}
