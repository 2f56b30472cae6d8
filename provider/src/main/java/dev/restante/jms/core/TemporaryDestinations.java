package dev.restante.jms.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.Subscriptions;
import dev.restante.jms.message.RestanteTemporaryQueue;
import dev.restante.jms.message.RestanteTemporaryTopic;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The temporary queues and topics of a connection, which end with it (TMP-02). Thread-safe. */
public final class TemporaryDestinations {

    private static final Logger LOG = LoggerFactory.getLogger(TemporaryDestinations.class);

    private final Subscriptions subscriptions;
    private final BoundedCalls calls;
    private final ConnectionIdentity identity;
    private final LifeCycleState ofConnection;
    private final Usability usability;
    private final Set<Entity> open = ConcurrentHashMap.newKeySet();

    public TemporaryDestinations(
            Subscriptions subscriptions,
            BoundedCalls calls,
            ConnectionIdentity identity,
            LifeCycleState ofConnection,
            Usability usability) {
        this.subscriptions = subscriptions;
        this.calls = calls;
        this.identity = identity;
        this.ofConnection = ofConnection;
        this.usability = usability;
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
        Entity created = calls.make(() -> subscriptions.createTemporary(kind, identity.id()));
        open.add(created);
        return created;
    }

    /**
     * Whatever has become of the session that created it (TMP-07); refused while it has consumers (TMP-06). Again it
     * does nothing, nor after the connection: it has gone with it.
     */
    private void delete(Entity temporary) throws JMSException {
        if (ofConnection.current() == LifeCycle.CLOSED) {
            return;
        }
        usability.check();
        calls.run(() -> {
            subscriptions.deleteTemporary(temporary);
            open.remove(temporary);
        });
    }

    /** The connection ends. */
    public void close() {
        for (Entity temporary : open) {
            try {
                subscriptions.deleteTemporary(temporary);
            } catch (BrokerException failure) {
                LOG.warn(
                        "The temporary destination {} could not be deleted with its connection",
                        ShownText.of(temporary.name()),
                        failure);
            }
        }
        open.clear();
    }
}
