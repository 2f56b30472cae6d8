package dev.restante.node.receive;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.send.ForwardCheck;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The receivers of a node that are open. Thread-safe. */
public final class Receivers {

    private final ReceiverServices services;
    private final IdleEntities idleEntities;
    private final EntityEvents events;
    private final Set<QueueReceiver> open = ConcurrentHashMap.newKeySet();

    public Receivers(ReceiverServices services, IdleEntities idleEntities, EntityEvents events) {
        this.services = services;
        this.idleEntities = idleEntities;
        this.events = events;
    }

    /** As {@link Broker#openReceiver}. */
    public Receiver open(Entity entity, ReceiverOptions options, WakeUp wakeUp) {
        services.life().checkAlive();
        Entity current = services.entities().requireUsable(entity);
        ForwardCheck.checkReceivable(current);
        idleEntities.used(current);
        if (options.hold() == ReceiverOptions.Hold.UNTIL_SETTLED
                && current.options().lockDuration().isZero()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "Queue '" + ShownText.of(current.name())
                            + "' has a lock duration of zero: automatic acknowledgement and transactions need one above zero");
        }
        if (options.hold() != ReceiverOptions.Hold.RECEIVE_AND_DELETE) {
            services.quotaShares().opened(current);
        }
        QueueReceiver receiver = new QueueReceiver(services, current, options, wakeUp, open::remove);
        events.receiverOpened(current);
        open.add(receiver);
        receiver.moveIfOutlived();
        return receiver;
    }

    /** The node has joined anew; as {@link QueueReceiver#goOn}. */
    public void goOn(Set<Long> lost) {
        open.forEach(receiver -> receiver.goOn(lost));
    }
}
