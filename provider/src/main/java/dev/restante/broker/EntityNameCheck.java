package dev.restante.broker;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.StoredTextKind;
import dev.restante.model.Subscription;
import dev.restante.model.TemporaryDestinationName;

/**
 * Check that rejects an invalid name of a queue or topic, for example a name with reserved parts, control characters,
 * or excessive length.
 */
public final class EntityNameCheck {

    private static final int MAX_NAME_LENGTH = 255;

    private EntityNameCheck() {}

    /**
     * Checks a name.
     *
     * @throws BrokerException with ENTITY_INVALID for an invalid name; with ENTITY_NOT_FOUND for the name of a
     *     temporary destination, which does not exist any more
     */
    public static void check(String name) {
        if (TemporaryDestinationName.of(name).isPresent()) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND,
                    "The temporary destination '" + DisplayText.shorten(name)
                            + "' does not exist any more. It was deleted, or the connection that created it was"
                            + " closed. Use another destination.");
        }
        boolean bad = name.isBlank()
                || name.startsWith("$")
                || name.contains(Subscription.TOPIC_SEPARATOR)
                || name.length() > MAX_NAME_LENGTH
                || name.contains(DestinationName.DEAD_LETTER_SUFFIX)
                || name.chars().anyMatch(Character::isISOControl)
                || StoredTextKind.DESTINATION.violation(name) != null;
        if (bad) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_INVALID,
                    "'" + DisplayText.shorten(name) + "' is not a valid name of a queue or topic. A name has 1 to "
                            + MAX_NAME_LENGTH
                            + " characters, does not begin with '$', and contains no control characters,"
                            + " no unpaired surrogates and neither '"
                            + Subscription.TOPIC_SEPARATOR + "' nor '" + DestinationName.DEAD_LETTER_SUFFIX + "'.");
        }
    }
}
