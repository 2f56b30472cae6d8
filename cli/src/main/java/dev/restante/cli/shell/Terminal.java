package dev.restante.cli.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams that are a terminal, as {@code bin/restante} found out.
 *
 * @param in whether somebody can type
 * @param out whether the output is read by somebody
 * @param err whether errors and progress are
 * @param columns how wide it is
 */
public record Terminal(boolean in, boolean out, boolean err, int columns) {

    private static final int USUAL_COLUMNS = 100;

    /** No terminal at all: for pipes, and tests. */
    public static final Terminal NONE = new Terminal(false, false, false, USUAL_COLUMNS);

    /**
     * As the start script says.
     *
     * @param streams those of {@code in}, {@code out} and {@code err} that are a terminal, separated by commas; null
     *     where nobody has looked: none then
     * @param columns a number, or null or anything else for the usual width
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
