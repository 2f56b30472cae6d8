package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.broker.UnitOfWork;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SESSION_TRANSACTED mode: collects sends and receives in a unit of work until commit or rollback. A session always has
 * a current unit of work (TXN-01).
 *
 * <p>The monitor guards the unit of work and is held during a commit. A thread may close the session while the
 * application uses it. Later calls are rejected, because a commit would otherwise succeed without their content.
 */
public final class TransactedMode implements AcknowledgementMode {

    private static final String CLOSED = "The session is closed. Create a new one.";

    @GuardedBy("this")
    private final UnitOfWork unitOfWork;

    @GuardedBy("this")
    private boolean closed;

    public TransactedMode(UnitOfWork unitOfWork) {
        this.unitOfWork = unitOfWork;
    }

    @Override
    public int sessionMode() {
        return Session.SESSION_TRANSACTED;
    }

    @Override
    public ReceiveMode lockMode() {
        return ReceiveMode.UNTIL_SETTLED;
    }

    @Override
    public synchronized boolean sendInTransaction(PreparedSend send) {
        if (closed) {
            throw new BrokerException(BrokerException.BrokerErrorReason.CLOSED, CLOSED);
        }
        unitOfWork.send(send);
        return true;
    }

    @Override
    public synchronized boolean putState(MessageGroup group, byte[] state) {
        if (closed) {
            throw new BrokerException(BrokerException.BrokerErrorReason.CLOSED, CLOSED);
        }
        unitOfWork.putGroupState(group, state);
        return true;
    }

    @Override
    public synchronized Optional<byte[]> state(MessageGroup group) {
        return unitOfWork.groupState(group);
    }

    @Override
    public synchronized boolean onReceived(InFlightDelivery delivery) {
        unitOfWork.complete(delivery);
        return true;
    }

    @Override
    public synchronized void onUnreadableBody(InFlightDelivery delivery) {
        unitOfWork.complete(delivery);
    }

    @Override
    public synchronized void beforeListener(InFlightDelivery delivery) {
        unitOfWork.complete(delivery);
    }

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) {
        // No automatic commit or rollback (ACK-12).
    }

    @Override
    public void acknowledge(@Nullable InFlightDelivery delivery) {
        // Ignored in this mode (ACK-06).
    }

    @Override
    public synchronized boolean hasUnsettled(long entityId) {
        return unitOfWork.hasReceivedFrom(entityId);
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not allowed in transacted sessions. Use rollback() instead.", ErrorCodes.ILLEGAL_STATE);
    }

    public synchronized void commit() throws JMSException {
        checkOpen();
        try {
            unitOfWork.commit();
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translateCommitFailure(failure);
        }
    }

    public synchronized void rollback() throws JMSException {
        checkOpen();
        rollbackUnit();
    }

    @GuardedBy("this")
    private void rollbackUnit() throws JMSException {
        try {
            unitOfWork.rollback();
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        }
    }

    @Override
    public synchronized void close() throws JMSException {
        closed = true;
        rollbackUnit();
    }

    @GuardedBy("this")
    private void checkOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException(CLOSED, ErrorCodes.CLOSED);
        }
    }
}
