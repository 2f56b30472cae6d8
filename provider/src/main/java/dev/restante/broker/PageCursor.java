package dev.restante.broker;

import dev.restante.option.TextFormat;
import org.jspecify.annotations.Nullable;

/**
 * Position at which a page of messages ended, with a text form for the next request.
 *
 * @param phase the index of the part of the entity that the page reads
 */
public record PageCursor(int phase, int priority, long position, long id) {

    /**
     * Parses the text form.
     *
     * @throws BrokerException with INVALID_ARGUMENT if the text is malformed
     */
    public static PageCursor parse(String text) {
        String[] parts = text.split("\\.", -1);
        try {
            if (parts.length == 4) {
                return new PageCursor(
                        TextFormat.INTEGER.parse().apply(parts[0]),
                        TextFormat.INTEGER.parse().apply(parts[1]),
                        TextFormat.LONG.parse().apply(parts[2]),
                        TextFormat.LONG.parse().apply(parts[3]));
            }
        } catch (IllegalArgumentException e) {
            throw invalid(text, e);
        }
        throw invalid(text, null);
    }

    private static BrokerException invalid(String text, @Nullable Throwable cause) {
        return new BrokerException(
                BrokerException.BrokerErrorReason.INVALID_ARGUMENT,
                "'" + text + "' is not a page token. Use the page token of the previous page.",
                cause);
    }

    /** Returns the text form that {@link #parse} reads. */
    public String text() {
        return phase + "." + priority + "." + position + "." + id;
    }
}
