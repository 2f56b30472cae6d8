package dev.restante.broker;

import dev.restante.model.TemporaryName;
import org.jspecify.annotations.Nullable;

/** The rule for the identity of a durable subscription: its topic, client id and name. */
public final class DurableIdentity {

    private DurableIdentity() {}

    /**
     * Looks whether there can be a subscription of that identity.
     *
     * @throws BrokerException with INVALID_ARGUMENT if not
     */
    public static void check(String topic, @Nullable String clientId, String name, boolean shared) {
        if (name.isBlank()) {
            throw invalid("A durable subscription needs a name");
        }
        if (!shared && clientId == null) {
            throw invalid("An unshared durable subscription needs a client id");
        }
        if (TemporaryName.of(topic).isPresent()) {
            throw invalid("A temporary topic can't have a durable subscription: " + topic);
        }
    }

    private static BrokerException invalid(String why) {
        return new BrokerException(BrokerException.Reason.INVALID_ARGUMENT, why);
    }
}
