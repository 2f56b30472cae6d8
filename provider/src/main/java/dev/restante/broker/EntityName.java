package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.DestinationName;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.model.TemporaryName;

/** The rule for the names of queues and topics. */
public final class EntityName {

    private static final int MAX_NAME_LENGTH = 255;

    private EntityName() {}

    /**
     * Looks whether a queue or topic can have a name.
     *
     * @throws BrokerException with ENTITY_INVALID if not; with ENTITY_NOT_FOUND if it is that of a temporary
     *     destination, which is gone then
     */
    public static void check(String name) {
        if (TemporaryName.of(name).isPresent()) {
            throw new BrokerException(
                    Reason.ENTITY_NOT_FOUND, "The temporary destination '" + ShownText.of(name) + "' is gone");
        }
        boolean bad = name.isBlank()
                || name.startsWith("$")
                || name.contains(SubscriptionName.IN_TOPIC)
                || name.length() > MAX_NAME_LENGTH
                || name.contains(DestinationName.DEAD_LETTER_SUFFIX)
                || name.chars().anyMatch(Character::isISOControl)
                || StoredText.DESTINATION.objection(name) != null;
        if (bad) {
            throw new BrokerException(
                    Reason.ENTITY_INVALID,
                    "'" + ShownText.of(name) + "' can't name a queue or topic: 1 to " + MAX_NAME_LENGTH
                            + " characters, no control characters, no halves of surrogate pairs, no '$' to begin with, without '"
                            + SubscriptionName.IN_TOPIC + "' and '" + DestinationName.DEAD_LETTER_SUFFIX + "'");
        }
    }
}
