package dev.restante.jms.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionRegistry;
import dev.restante.jms.message.RestanteTemporaryQueue;
import dev.restante.jms.message.RestanteTemporaryTopic;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Temporary queues and topics of a connection, deleted with it (TMP-02). Thread-safe. */
public final class TemporaryDestinations {

    private static final Logger LOG = LoggerFactory.getLogger(TemporaryDestinations.class);

    private final SubscriptionRegistry subscriptionRegistry;
    private final BoundedCallExecutor boundedCalls;
    private final ConnectionIdentity identity;
    private final LifeCycleTracker ofConnection;
    private final UsabilityCheck usabilityCheck;
    private final Set<Entity> open = ConcurrentHashMap.newKeySet();

    public TemporaryDestinations(
            SubscriptionRegistry subscriptionRegistry,
            BoundedCallExecutor boundedCalls,
            ConnectionIdentity identity,
            LifeCycleTracker ofConnection,
            UsabilityCheck usabilityCheck) {
        this.subscriptionRegistry = subscriptionRegistry;
        this.boundedCalls = boundedCalls;
        this.identity = identity;
        this.ofConnection = ofConnection;
        this.usabilityCheck = usabilityCheck;
    }

    public RestanteTemporaryQueue createQueue() throws JMSException {
        Entity created = create(EntityKind.QUEUE);
        return new RestanteTemporaryQueue(created.name(), () -> delete(created));
    }

    public RestanteTemporaryTopic createTopic() throws JMSException {
        Entity created = create(EntityKind.TOPIC);
        return new RestanteTemporaryTopic(created.name(), () -> delete(created));
    }

    private Entity create(EntityKind kind) throws JMSException {
        Entity created = boundedCalls.call(() -> subscriptionRegistry.createTemporary(kind, identity.id()));
        open.add(created);
        return created;
    }

    /**
     * Deletes a temporary destination, even if the session that created it is closed (TMP-07). Fails while the
     * destination has consumers (TMP-06). Does nothing after the destination or the connection is gone.
     */
    private void delete(Entity temporary) throws JMSException {
        if (ofConnection.current() == LifeCyclePhase.CLOSED) {
            return;
        }
        usabilityCheck.check();
        boundedCalls.run(() -> {
            subscriptionRegistry.deleteTemporary(temporary);
            open.remove(temporary);
        });
    }

    public void close() {
        for (Entity temporary : open) {
            try {
                subscriptionRegistry.deleteTemporary(temporary);
            } catch (BrokerException failure) {
                LOG.warn(
                        "The temporary destination {} could not be deleted with its connection",
                        DisplayText.shorten(temporary.name()),
                        failure);
            }
        }
        open.clear();
    }
}
