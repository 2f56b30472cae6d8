package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the modes in which the session acknowledges automatically.
 *
 * <p>A returned message is acknowledged when the application continues, or by the node after one second. A crash before
 * that redelivers the message instead of losing it (RCV-17). The exception listener is notified if the acknowledgement
 * fails. A message in a listener call can be recovered until the listener returns (ACK-02), and is released if the
 * listener throws an exception (ACK-11).
 */
abstract sealed class AbstractAutoAcknowledgeMode implements AcknowledgementMode
        permits AutoAcknowledgeMode, PipelinedAcknowledgeMode {

    private final ConnectionServices connection;
    private volatile @Nullable InFlightDelivery listenerDelivery;

    /**
     * Messages that receive calls returned since the application last continued. The node may have acknowledged them.
     */
    private final Queue<DelayedCompletion> returnedDeliveries = new ConcurrentLinkedQueue<>();

    AbstractAutoAcknowledgeMode(ConnectionServices connection) {
        this.connection = connection;
    }

    final ConnectionServices connection() {
        return connection;
    }

    abstract void acknowledgeListenerDelivery(InFlightDelivery delivery) throws JMSException;

    abstract DelayedCompletion delayCompletion(InFlightDelivery delivery);

    /**
     * Removes and returns the pending acknowledgements. The threads that receive, stop or close the session call this
     * method, and each acknowledgement is returned once.
     */
    final List<DelayedCompletion> drainReturned() {
        List<DelayedCompletion> all = new ArrayList<>(1);
        for (DelayedCompletion next = returnedDeliveries.poll(); next != null; next = returnedDeliveries.poll()) {
            all.add(next);
        }
        return all;
    }

    /** Reports a failed acknowledgement that no call waits for. */
    final void notifyFailure(@Nullable BrokerException failure) {
        if (failure != null) {
            connection.exceptionListener().notifyOrLog(ExceptionTranslation.translate(failure));
        }
    }

    @Override
    public final boolean onReceived(InFlightDelivery delivery) {
        returnedDeliveries.add(delayCompletion(delivery));
        return true;
    }

    @Override
    public final ReceiveMode lockMode() {
        return ReceiveMode.UNTIL_SETTLED;
    }

    /** Returns the message to the store without counting the delivery. */
    @Override
    public final void onUnreadableBody(InFlightDelivery delivery) throws JMSException {
        try {
            connection.observedSettler().returnUndelivered(List.of(delivery));
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        }
    }

    @Override
    public final void beforeListener(InFlightDelivery delivery) {
        listenerDelivery = delivery;
    }

    @Override
    public final void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) throws JMSException {
        listenerDelivery = null;
        if (isAlreadySettled(delivery)) {
            return;
        }
        if (thrown == null) {
            acknowledgeListenerDelivery(delivery);
        } else {
            release(delivery);
        }
    }

    /** Leaves the acknowledgement of the message in the listener call to a transaction branch. */
    final void releaseListenerDelivery() {
        listenerDelivery = null;
    }

    private static boolean isAlreadySettled(InFlightDelivery delivery) {
        return switch (delivery.state()) {
            case LOCKED, LOST -> false;
            case SETTLING, SETTLED -> true;
        };
    }

    @Override
    public final void acknowledge(@Nullable InFlightDelivery delivery) {
        // Ignored in these modes (ACK-06).
    }

    @Override
    public final boolean hasUnsettled(long entityId) {
        InFlightDelivery delivery = listenerDelivery;
        return delivery != null && delivery.delivery().entityId() == entityId;
    }

    @Override
    public final void recover() throws JMSException {
        awaitReturnedAcknowledged();
        InFlightDelivery delivery = listenerDelivery;
        if (delivery != null) {
            release(delivery);
        }
    }

    /** Releases a message with a higher delivery count, for immediate redelivery. */
    private void release(InFlightDelivery delivery) throws JMSException {
        try {
            connection.observedSettler().release(List.of(delivery));
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        }
    }
}
