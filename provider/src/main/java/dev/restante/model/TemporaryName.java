package dev.restante.model;

import java.util.Optional;

/**
 * The name of a temporary queue or topic. It tells which connection the destination belongs to, so that every node
 * knows who may consume from it (JMS §6.2.2), also where it came as a reply-to.
 *
 * @param connectionId of the owning connection; unique among all connections of all nodes, without a slash
 * @param number tells the connection's temporary destinations apart
 */
public record TemporaryName(String connectionId, String number) {

    private static final String PREFIX = "$Temporary/";

    public TemporaryName {
        if (connectionId.isEmpty() || connectionId.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the connection id '" + ShownText.of(connectionId) + "' is empty or has a slash");
        }
    }

    /** What a destination's name says, empty if it is not that of a temporary one. */
    public static Optional<TemporaryName> of(String name) {
        int slash = name.indexOf('/', PREFIX.length());
        return name.startsWith(PREFIX) && slash > PREFIX.length()
                ? Optional.of(new TemporaryName(name.substring(PREFIX.length(), slash), name.substring(slash + 1)))
                : Optional.empty();
    }

    /** The destination's full name. */
    public String text() {
        return PREFIX + connectionId + '/' + number;
    }
}
