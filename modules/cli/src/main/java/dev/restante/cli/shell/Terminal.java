package dev.restante.cli.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Terminal properties of the standard streams, as {@code bin/restante} detects them. The value of a stream is true if
 * the stream is a terminal.
 *
 * @param columns the width of the terminal in characters
 */
public record Terminal(boolean in, boolean out, boolean err, int columns) {

    private static final int USUAL_COLUMNS = 100;

    public static final Terminal NONE = new Terminal(false, false, false, USUAL_COLUMNS);

    /**
     * Returns the terminal properties that the start script passes.
     *
     * @param streams the names of the terminals among {@code in}, {@code out} and {@code err}, separated by commas, or
     *     null for none
     * @param columns the width, or null or another text for the default width
     */
    public static Terminal of(@Nullable String streams, @Nullable String columns) {
        List<String> terminals = streams == null ? List.of() : List.of(streams.split(","));
        return new Terminal(
                terminals.contains("in"), terminals.contains("out"), terminals.contains("err"), width(columns));
    }

    private static int width(@Nullable String columns) {
        try {
            return columns == null ? USUAL_COLUMNS : Math.max(20, Integer.parseInt(columns.strip()));
        } catch (NumberFormatException e) {
            return USUAL_COLUMNS;
        }
    }
}
