package dev.restante.model;

import java.util.Optional;

/**
 * Name of a temporary queue or topic, which contains the id of the owning connection. Every node can therefore check
 * which connection may consume from the destination (JMS §6.2.2), even if the name comes from a JMSReplyTo header.
 *
 * @param connectionId the id of the owning connection, without a slash and unique among all connections of all nodes
 * @param number a text that distinguishes the temporary destinations of the connection
 */
public record TemporaryDestinationName(String connectionId, String number) {

    private static final String PREFIX = "$Temporary/";

    public TemporaryDestinationName {
        if (connectionId.isEmpty() || connectionId.indexOf('/') >= 0) {
            throw new IllegalArgumentException("The connection id '" + DisplayText.shorten(connectionId)
                    + "' must not be empty or contain a slash");
        }
    }

    /** Parses the full name of a destination. Returns empty if the name is not that of a temporary destination. */
    public static Optional<TemporaryDestinationName> of(String name) {
        int slash = name.indexOf('/', PREFIX.length());
        return name.startsWith(PREFIX) && slash > PREFIX.length()
                ? Optional.of(
                        new TemporaryDestinationName(name.substring(PREFIX.length(), slash), name.substring(slash + 1)))
                : Optional.empty();
    }

    /** Returns the full name. */
    public String text() {
        return PREFIX + connectionId + '/' + number;
    }
}
