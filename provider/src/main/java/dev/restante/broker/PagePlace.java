package dev.restante.broker;

import org.jspecify.annotations.Nullable;

/**
 * The place at which a page of messages ended. Its text form is for whoever turns the pages.
 *
 * @param phase which part of the entity
 * @param priority of the last message
 * @param position of the last message
 * @param id of the last message
 */
public record PagePlace(int phase, int priority, long position, long id) {

    /**
     * The place of a text.
     *
     * @throws BrokerException with INVALID_ARGUMENT if it is none
     */
    public static PagePlace parse(String text) {
        String[] parts = text.split("\\.", -1);
        try {
            if (parts.length == 4) {
                return new PagePlace(
                        Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]),
                        Long.parseLong(parts[2]),
                        Long.parseLong(parts[3]));
            }
        } catch (NumberFormatException e) {
            throw refused(text, e);
        }
        throw refused(text, null);
    }

    private static BrokerException refused(String text, @Nullable Throwable cause) {
        return new BrokerException(
                BrokerException.Reason.INVALID_ARGUMENT, "'" + text + "' does not say where a page ended", cause);
    }

    /** The text that {@link #parse} reads. */
    public String text() {
        return phase + "." + priority + "." + position + "." + id;
    }
}
