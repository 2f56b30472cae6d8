package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.UnitOfWork;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SESSION_TRANSACTED: sends and receives gather in a unit of work until the application commits or rolls back. There is
 * always a current one (TXN-01).
 *
 * <p>The monitor guards the unit of work against a close that comes while the application still works, and is held
 * during a commit. What comes after the close is refused, or a commit would succeed with nothing in it.
 */
public final class TransactedMode implements AcknowledgementMode {

    private static final String CLOSED = "The session is closed";

    private final ModeServices services;

    @GuardedBy("this")
    private final UnitOfWork unit;

    @GuardedBy("this")
    private boolean closed;

    public TransactedMode(ModeServices services, UnitOfWork unit) {
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

    /**
     * Sends with the next commit.
     *
     * @throws BrokerException with CLOSED
     */
    @Override
    public synchronized boolean send(PreparedSend send) {
        if (closed) {
            throw new BrokerException(BrokerException.Reason.CLOSED, CLOSED);
        }
        unit.send(send);
        return true;
    }

    /**
     * Replaces the state of a group with the next commit.
     *
     * @throws BrokerException with CLOSED, or GROUP_LOST
     */
    @Override
    public synchronized boolean putState(MessageGroup group, byte[] state) {
        if (closed) {
            throw new BrokerException(BrokerException.Reason.CLOSED, CLOSED);
        }
        unit.putState(group, state);
        return true;
    }

    /** The state of a group as the transaction sees it. */
    @Override
    public synchronized Optional<byte[]> state(MessageGroup group) {
        return unit.state(group);
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

    public synchronized void commit() throws JMSException {
        checkOpen();
        try {
            unit.commit();
        } catch (BrokerException failure) {
            throw services.translation().notCommitted(failure);
        }
    }

    public synchronized void rollback() throws JMSException {
        checkOpen();
        undo();
    }

    @GuardedBy("this")
    private void undo() throws JMSException {
        try {
            unit.rollback();
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }

    @Override
    public synchronized void close() throws JMSException {
        closed = true;
        undo();
    }

    @GuardedBy("this")
    private void checkOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException(CLOSED, ErrorCodes.CLOSED);
        }
    }
}
