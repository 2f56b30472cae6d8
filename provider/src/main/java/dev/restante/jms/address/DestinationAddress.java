package dev.restante.jms.address;

import dev.restante.model.DestinationName;
import java.util.List;

/**
 * Meaning of a destination name that has the form of another JMS provider: {@code queue://orders},
 * {@code orders?consumer.prefetchSize=1} or {@code news::audit} (DEST-01). All other names are plain.
 */
sealed interface DestinationAddress {

    /** Name of a queue or topic, without scheme and parameters. */
    record EntityAddress(DestinationName target, List<String> ignoredParameters) implements DestinationAddress {}

    /**
     * Name of a subscription, which Artemis calls a fully qualified queue name.
     *
     * @param queue the name after {@code ::}
     */
    record SubscriptionAddress(String topic, String queue, List<String> ignoredParameters)
            implements DestinationAddress {}

    /** Name that Restante rejects, with the reason and the remedy. */
    record RejectedAddress(String reason) implements DestinationAddress {}
}
