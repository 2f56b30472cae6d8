package dev.restante.jms.receive;

import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.JmsExpirationRule;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.BoundedCallExecutor;
import dev.restante.jms.message.Acknowledger;
import jakarta.jms.JMSException;

/**
 * Handle of one received message, which passes acknowledgements to its session. {@code PeekLock} and similar classes
 * settle the message through it (complete, abandon, defer or dead-letter) and notify the session.
 */
public final class LockedMessage implements Acknowledger {

    private final SessionServices session;
    private final InFlightDelivery delivery;

    /** True if a transaction outside the session settles the message. */
    private volatile boolean decidedByTransaction;

    LockedMessage(SessionServices session, InFlightDelivery delivery) {
        this.session = session;
        this.delivery = delivery;
    }

    @Override
    public void acknowledge() throws JMSException {
        if (!decidedByTransaction) {
            session.acknowledge(delivery);
        }
    }

    public InFlightDelivery delivery() {
        return delivery;
    }

    /** Returns whether the message was received under a peek-lock that the application settles. */
    public boolean isPeekLocked() {
        return !decidedByTransaction && session.mode().lockMode() == ReceiveMode.LOCK_DURATION;
    }

    /** Returns the value of {@code JMSExpiration} in epoch milliseconds; 0 for never. */
    public long expirationMillis() {
        return JmsExpirationRule.millis(
                delivery.entity(), delivery.delivery(), delivery.message().header());
    }

    public DeliverySettler settler() {
        return session.connection().observedSettler();
    }

    /** Returns the executor that limits the time of each application call. */
    public BoundedCallExecutor boundedCalls() {
        return session.connection().boundedCalls();
    }

    /** Marks the message as settled by the application, so that the session does not acknowledge it. */
    public void markSettled() {
        session.onSettledByApplication(delivery);
    }

    /** Marks the message as settled by another transaction, so that neither session nor application settles it. */
    public void markTransactional() {
        decidedByTransaction = true;
        markSettled();
    }
}
