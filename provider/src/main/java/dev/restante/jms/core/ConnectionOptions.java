package dev.restante.jms.core;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.SendRequest.ExpirationBase;
import dev.restante.jms.error.PublicExceptions;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.jms.observe.Observers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a factory's connections.
 *
 * @param clientId the client id that each of them has, or null (CON-19)
 * @param autoCreateQueues whether a queue is created when it is first used
 * @param autoCreateTopics whether a topic is created when it is first used
 * @param expirationBase from when the time to live of a delayed message counts (TTL-08)
 * @param autoAcknowledgeWindow how many completions an AUTO_ACKNOWLEDGE session may have under way; 0 completes each
 *     before the next message
 * @param maxInFlightSends how many asynchronous sends of a connection may be under way, 1 or more (SND-04)
 * @param autoRenewLocks for how long after the receive peek-locks are renewed, or null for not at all (RCV-05)
 * @param keepJvmAlive whether the JVM stays alive while sessions have message listeners
 * @param objectPolicy which classes an ObjectMessage may contain
 * @param exceptions makes those of the public package
 * @param observers hear of what is done with messages
 */
public record ConnectionOptions(
        @Nullable String clientId,
        boolean autoCreateQueues,
        boolean autoCreateTopics,
        ExpirationBase expirationBase,
        int autoAcknowledgeWindow,
        int maxInFlightSends,
        @Nullable Duration autoRenewLocks,
        boolean keepJvmAlive,
        ObjectInputFilterPolicy objectPolicy,
        PublicExceptions exceptions,
        Observers observers) {

    public ConnectionOptions {
        requireNonNull(expirationBase, "expirationBase");
        requireNonNull(objectPolicy, "objectPolicy");
        requireNonNull(exceptions, "exceptions");
        requireNonNull(observers, "observers");
    }
}
