package dev.restante.jms.receive;

import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.JmsExpirationRule;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.BoundedCallExecutor;
import dev.restante.jms.message.Acknowledger;
import jakarta.jms.JMSException;

/**
 * Implementation of {@link Acknowledger} and {@link LockedMessage} for one received message, which passes
 * acknowledgements to its session and supplies its delivery.
 */
final class ReceivedMessageHandle implements Acknowledger, LockedMessage {

    private final SessionServices session;
    private final InFlightDelivery delivery;

    /** True if a transaction outside the session settles the message. */
    private volatile boolean decidedByTransaction;

    ReceivedMessageHandle(SessionServices session, InFlightDelivery delivery) {
        this.session = session;
        this.delivery = delivery;
    }

    @Override
    public void acknowledge() throws JMSException {
        if (!decidedByTransaction) {
            session.acknowledge(delivery);
        }
    }

    @Override
    public InFlightDelivery delivery() {
        return delivery;
    }

    @Override
    public boolean isPeekLocked() {
        return !decidedByTransaction && session.mode().lockMode() == ReceiveMode.LOCK_DURATION;
    }

    @Override
    public long expirationMillis() {
        return JmsExpirationRule.millis(
                delivery.entity(), delivery.delivery(), delivery.message().header());
    }

    @Override
    public DeliverySettler settler() {
        return session.connection().instrumentation().settler();
    }

    @Override
    public BoundedCallExecutor boundedCalls() {
        return session.connection().boundedCalls();
    }

    @Override
    public void markSettled() {
        session.onSettledByApplication(delivery);
    }

    @Override
    public void markTransactional() {
        decidedByTransaction = true;
        markSettled();
    }
}
