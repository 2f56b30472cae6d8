package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.UnitOfWork;
import dev.restante.jms.SessionKinds.XaJmsSession;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.receive.LockedMessage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XASession;
import java.util.List;

/**
 * Helper that removes, dead-letters or releases one expired, peek-locked message, inside or outside the distributed
 * transaction that application code (the expiry participant) joins (TTL-19).
 *
 * <p>Only one thread uses an instance.
 */
public final class ExpiredMessageSettler {

    private final LockedMessage lockedMessage;
    private final XaMode mode;
    private final Broker broker;

    private ExpiredMessageSettler(LockedMessage lockedMessage, XaJmsSession session) {
        this.lockedMessage = lockedMessage;
        this.mode = session.getXAResource().mode();
        this.broker = session.core().connection().broker();
    }

    /**
     * Returns the settlement of a message.
     *
     * @param session an XA session of the same node, in whose branch the message is settled
     * @param message a message received under a peek-lock
     * @throws IllegalArgumentException if the message or the session belongs to another provider
     */
    public static ExpiredMessageSettler of(XASession session, Message message) {
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessage lockedMessage
                && session instanceof XaJmsSession ours) {
            return new ExpiredMessageSettler(lockedMessage, ours);
        }
        throw new IllegalArgumentException("The message or the session does not belong to Restante");
    }

    /** Returns whether this is the last delivery attempt before the message is dead-lettered. */
    public boolean isLastDelivery() {
        InFlightDelivery delivery = lockedMessage.delivery();
        return delivery.deliveryCountAfterRelease()
                >= delivery.entity().options().maxDeliveryCount();
    }

    /**
     * Removes the message from its entity in the branch with which the session is associated.
     *
     * @throws IllegalStateException if the session is associated with no branch
     */
    public void removeInTransaction() throws JMSException {
        mode.adoptReceived(lockedMessage.delivery());
        lockedMessage.markTransactional();
    }

    /**
     * Adds the dead letter to the dead-letter queue in the branch with which the session is associated.
     *
     * @throws IllegalStateException if the session is associated with no branch
     */
    public void deadLetterInTransaction() throws JMSException {
        lockedMessage
                .boundedCalls()
                .run(() -> mode.sendInBranch(broker.prepareDeadLetterOfExpired(lockedMessage.delivery(), null)));
    }

    /**
     * Adds the dead letter to the dead-letter queue after the transaction that removed the message has ended.
     *
     * @param remark the reason, which follows the description of the dead letter
     */
    public void deadLetterAfterTransaction(String remark) throws JMSException {
        lockedMessage.boundedCalls().run(() -> broker.sender()
                .send(broker.prepareDeadLetterOfExpired(lockedMessage.delivery(), remark)));
    }

    /** Releases the message if it is still locked. A message in a branch is left to its transaction. */
    public void release() throws JMSException {
        if (lockedMessage.isPeekLocked()) {
            lockedMessage.markSettled();
            lockedMessage.boundedCalls().run(() -> lockedMessage.settler().release(List.of(lockedMessage.delivery())));
        }
    }

    /**
     * Dead-letters the message in a local transaction.
     *
     * @param remark the reason, which follows the description of the dead letter
     */
    public void deadLetterInOwnTransaction(String remark) throws JMSException {
        lockedMessage.boundedCalls().run(() -> {
            InFlightDelivery delivery = lockedMessage.delivery();
            UnitOfWork unit = broker.newUnitOfWork();
            unit.send(broker.prepareDeadLetterOfExpired(delivery, remark));
            unit.complete(delivery);
            lockedMessage.markTransactional();
            unit.commit();
        });
    }
}
