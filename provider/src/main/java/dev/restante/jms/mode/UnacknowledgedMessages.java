package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.InFlightDelivery.InFlightState;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Peek-locked messages of a session that are not settled yet, oldest first. Thread-safe. No method calls the broker
 * under the monitor.
 */
final class UnacknowledgedMessages {

    private static final int INITIAL_PRUNE_THRESHOLD = 1_024;

    private final ConnectionServices connection;
    private final boolean dropsLost;

    @GuardedBy("this")
    private final Set<InFlightDelivery> deliveries = new LinkedHashSet<>();

    @GuardedBy("this")
    private int pruneThreshold = INITIAL_PRUNE_THRESHOLD;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Creates an empty list.
     *
     * @param dropsLost whether later acknowledgements ignore a lost lock
     */
    UnacknowledgedMessages(ConnectionServices connection, boolean dropsLost) {
        this.connection = connection;
        this.dropsLost = dropsLost;
    }

    synchronized void add(InFlightDelivery delivery) {
        deliveries.add(delivery);
        if (deliveries.size() >= pruneThreshold) {
            deliveries.removeIf(
                    old -> old.state() == InFlightState.SETTLED || (dropsLost && old.state() == InFlightState.LOST));
            pruneThreshold = Math.max(INITIAL_PRUNE_THRESHOLD, 2 * deliveries.size());
        }
    }

    synchronized boolean remove(InFlightDelivery delivery) {
        return deliveries.remove(delivery);
    }

    /** Returns whether the list contains a message of an entity that can still be settled. */
    synchronized boolean hasAnyOf(long entityId) {
        return deliveries.stream()
                .anyMatch(delivery -> delivery.delivery().entityId() == entityId
                        && delivery.state() != InFlightState.SETTLED
                        && delivery.state() != InFlightState.LOST);
    }

    /** Completes all messages (ACK-04) except those messages that the application has settled otherwise. */
    void completeAll() throws JMSException {
        List<InFlightDelivery> all = takeAcknowledged();
        all.removeIf(delivery -> delivery.state() == InFlightState.SETTLED);
        if (!all.isEmpty()) {
            complete(all);
        }
    }

    /** Completes one message. Fails if its lock is lost. */
    void complete(InFlightDelivery delivery) throws JMSException {
        remove(delivery);
        if (delivery.state() != InFlightState.SETTLED) {
            complete(List.of(delivery));
        }
    }

    private void complete(List<InFlightDelivery> batch) throws JMSException {
        try {
            connection.observedSettler().complete(batch);
        } catch (BrokerException failure) {
            for (InFlightDelivery delivery : batch) {
                if (delivery.locked()) {
                    add(delivery);
                }
            }
            JMSException translated = ExceptionTranslation.translate(failure);
            if (isClosed()) {
                releaseRemaining(translated);
            }
            throw translated;
        }
    }

    /**
     * Releases messages whose completion failed after another thread closed the session, which therefore missed them.
     */
    private void releaseRemaining(JMSException failure) {
        try {
            releaseAll();
        } catch (JMSException further) {
            failure.addSuppressed(further);
        }
    }

    /** Releases all messages with a higher delivery count. Later acknowledgements are rejected. */
    void close() throws JMSException {
        synchronized (this) {
            closed = true;
        }
        releaseAll();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    void releaseAll() throws JMSException {
        List<InFlightDelivery> all = takeAll();
        all.removeIf(delivery -> !delivery.locked());
        if (all.isEmpty()) {
            return;
        }
        try {
            connection.observedSettler().release(all);
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        }
    }

    private synchronized List<InFlightDelivery> takeAcknowledged() throws IllegalStateException {
        if (closed) {
            throw new IllegalStateException("The session is closed. Create a new one.", ErrorCodes.CLOSED);
        }
        return takeAll();
    }

    private synchronized List<InFlightDelivery> takeAll() {
        List<InFlightDelivery> all = new ArrayList<>(deliveries);
        deliveries.clear();
        return all;
    }
}
