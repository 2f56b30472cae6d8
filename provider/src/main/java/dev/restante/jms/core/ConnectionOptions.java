package dev.restante.jms.core;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.SendRequest.TimeToLiveStart;
import dev.restante.jms.message.ForeignPropertyRules;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.jms.observe.ObserverRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of one JMS connection, copied from its factory when it opens: client id, automatic creation of queues,
 * acknowledgement, renewal of locks and limits.
 *
 * @param clientId the client id of each connection, or null (CON-19)
 * @param autoCreateQueues whether a queue is created at its first use
 * @param autoCreateTopics whether a topic is created at its first use
 * @param expirationBase the start of the time to live of a delayed message (TTL-08)
 * @param autoAcknowledgeWindow the highest number of unfinished completions of an AUTO_ACKNOWLEDGE session; 0 completes
 *     each message before the next one
 * @param maxInFlightSends the highest number of unfinished asynchronous sends of a connection, 1 or more (SND-04)
 * @param autoRenewLocksFor the time after the receive until which peek-locks are renewed; 0 for no renewal; null for
 *     the default, which depends on the session mode (RCV-05)
 * @param keepJvmAlive whether the JVM stays alive while sessions have message listeners
 * @param objectPolicy the policy for the classes that an ObjectMessage may contain
 * @param foreignProperties the rules for properties of foreign messages whose names are no identifiers (SND-13)
 */
public record ConnectionOptions(
        @Nullable String clientId,
        boolean autoCreateQueues,
        boolean autoCreateTopics,
        TimeToLiveStart expirationBase,
        int autoAcknowledgeWindow,
        int maxInFlightSends,
        @Nullable Duration autoRenewLocksFor,
        boolean keepJvmAlive,
        ObjectInputFilterPolicy objectPolicy,
        ForeignPropertyRules foreignProperties,
        ObserverRegistry observers) {

    public ConnectionOptions {
        requireNonNull(expirationBase, "expirationBase");
        requireNonNull(objectPolicy, "objectPolicy");
        requireNonNull(foreignProperties, "foreignProperties");
        requireNonNull(observers, "observers");
    }
}
