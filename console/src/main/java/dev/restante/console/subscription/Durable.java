package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** A durable subscription: what can be administered, while another one belongs to its consumers. */
record Durable(@Nullable String clientId, String name) {

    /**
     * The durable subscription of a full name.
     *
     * @throws Refusal if it is not durable
     */
    static Durable of(RestanteAdmin admin, String fullName) throws JMSException {
        SubscriptionDescription found = admin.topics().subscription(fullName);
        String name = found.name();
        if (!found.durable() || name == null) {
            throw new Refusal(
                    409,
                    ErrorCodes.ILLEGAL_STATE,
                    "The subscription '" + fullName + "' is not durable: it comes and goes with its consumers.");
        }
        return new Durable(found.clientId(), name);
    }

    SubscriptionRulesAdmin rules(RestanteAdmin admin) {
        return admin.topics().rules(clientId, name);
    }
}
