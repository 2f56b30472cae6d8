package dev.restante.node.receive;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.feature.forwarding.route.ForwardValidator;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Registry that opens the receivers of a node and binds them to new dispatchers when the node rejoins. Thread-safe. */
public final class ReceiverRegistry {

    private final ReceiverServices services;
    private final IdleEntityDeleter idleDeleter;
    private final EntityEvents events;
    private final Set<QueueReceiver> open = ConcurrentHashMap.newKeySet();

    public ReceiverRegistry(ReceiverServices services, IdleEntityDeleter idleDeleter, EntityEvents events) {
        this.services = services;
        this.idleDeleter = idleDeleter;
        this.events = events;
    }

    /** Implements {@link Broker#openReceiver}. */
    public Receiver open(Entity entity, ReceiverOptions options, WakeUpListener wakeUpListener) {
        services.node().lifecycle().checkAlive();
        Entity current = services.node().entities().requireUsable(entity);
        ForwardValidator.checkNotForwarding(current);
        idleDeleter.recordUse(current);
        if (options.lockMode() == ReceiverOptions.ReceiveMode.UNTIL_SETTLED
                && current.options().lockDuration().isZero()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "Queue '" + DisplayText.shorten(current.name())
                            + "' has a lock duration of zero. Automatic acknowledgement and transactions need a"
                            + " longer lock duration.");
        }
        if (options.lockMode() != ReceiverOptions.ReceiveMode.RECEIVE_AND_DELETE) {
            services.limitShares().onReceiverOpened(current);
        }
        QueueReceiver receiver = new QueueReceiver(services, current, options, wakeUpListener, open::remove);
        events.onReceiverOpened(current);
        open.add(receiver);
        receiver.rebindIfRejoined();
        return receiver;
    }

    /** Calls {@link QueueReceiver#onRejoined} on all open receivers. */
    public void onRejoined(Set<Long> lostEntityIds) {
        open.forEach(receiver -> receiver.onRejoined(lostEntityIds));
    }
}
