package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * SESSION_TRANSACTED: sends and receives gather in a unit of work until the application commits or rolls back. There is always a current one (TXN-01).
 *
 * <p>The monitor guards the unit of work against a close that comes while the application still works, and is held during a commit.
 */
final class TransactedMode implements AcknowledgementMode {

    private final ModeServices services;

    @GuardedBy("this")
    private final UnitOfWork unit;

    TransactedMode(ModeServices services, UnitOfWork unit) {
        this.services = services;
        this.unit = unit;
    }

    @Override
    public int code() {
        return Session.SESSION_TRANSACTED;
    }

    @Override
    public Hold hold() {
        return Hold.UNTIL_SETTLED;
    }

    synchronized void send(PreparedSend send) {
        unit.send(send);
    }

    @Override
    public synchronized boolean received(HeldDelivery held) {
        unit.receive(held);
        return true;
    }

    @Override
    public synchronized void unreadable(HeldDelivery held) {
        unit.receive(held);
    }

    @Override
    public synchronized void listenerStarts(HeldDelivery held) {
        unit.receive(held);
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) {
        // No automatic commit or rollback (ACK-12).
    }

    @Override
    public void acknowledge(@Nullable HeldDelivery held) {
        // Ignored in this mode (ACK-06).
    }

    @Override
    public synchronized boolean unsettled(long entityId) {
        return unit.hasReceivedFrom(entityId);
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not for transacted sessions; use rollback()", ErrorCodes.ILLEGAL_STATE);
    }

    synchronized void commit() throws JMSException {
        try {
            unit.commit();
        } catch (BrokerException failure) {
            throw services.translation().rolledBack(failure);
        }
    }

    synchronized void rollback() throws JMSException {
        try {
            unit.rollback();
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }

    @Override
    public void close() throws JMSException {
        rollback();
    }
}
