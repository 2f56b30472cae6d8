package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.RequestRejectedException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a durable subscription, client id and name, which finds the subscription by its full name and gives
 * access to its rules. Only durable subscriptions have rules, because a non-durable subscription comes and goes with
 * its consumers.
 */
record DurableSubscription(@Nullable String clientId, String name) {

    /**
     * Returns the durable subscription with a full name.
     *
     * @throws RequestRejectedException if the subscription is not durable
     */
    static DurableSubscription of(RestanteAdmin admin, String fullName) throws JMSException {
        SubscriptionDescription found = admin.topics().subscription(fullName);
        String name = found.name();
        if (!found.durable() || name == null) {
            throw new RequestRejectedException(
                    409,
                    ErrorCodes.ILLEGAL_STATE,
                    "The subscription '" + fullName + "' is not durable. Only durable subscriptions can be changed.");
        }
        return new DurableSubscription(found.clientId(), name);
    }

    SubscriptionRulesAdmin rules(RestanteAdmin admin) {
        return admin.topics().rules(clientId, name);
    }
}
