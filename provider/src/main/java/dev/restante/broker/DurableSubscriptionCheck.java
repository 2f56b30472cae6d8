package dev.restante.broker;

import dev.restante.model.DisplayText;
import dev.restante.model.TemporaryDestinationName;
import org.jspecify.annotations.Nullable;

/**
 * Check that rejects a durable subscription without a name, without a client id if it is unshared, or on a temporary
 * topic.
 */
public final class DurableSubscriptionCheck {

    private DurableSubscriptionCheck() {}

    /**
     * Checks that a durable subscription with these properties is possible.
     *
     * @throws BrokerException with INVALID_ARGUMENT if it is not
     */
    public static void check(String topic, @Nullable String clientId, String name, boolean shared) {
        if (name.isBlank()) {
            throw invalid("A durable subscription needs a name");
        }
        if (!shared && clientId == null) {
            throw invalid("The unshared durable subscription " + DisplayText.quote(name)
                    + " needs a client id. Name one, or create a shared subscription.");
        }
        if (TemporaryDestinationName.of(topic).isPresent()) {
            throw invalid("The temporary topic " + DisplayText.quote(topic)
                    + " cannot have a durable subscription. Use another topic.");
        }
    }

    private static BrokerException invalid(String why) {
        return new BrokerException(BrokerException.BrokerErrorReason.INVALID_ARGUMENT, why);
    }
}
