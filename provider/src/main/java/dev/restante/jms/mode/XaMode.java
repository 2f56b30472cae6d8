package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.TransactionBranch;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.BranchId;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mode of a session whose transactions a transaction manager controls through an XA resource. Sends and
 * receives belong to the branch with which the session is associated. Without a branch, a message is acknowledged when
 * it is received or its listener returns, which the specification leaves open (XA-15).
 */
public final class XaMode extends ExternalTransactionMode {

    private final ConnectionServices connection;

    @GuardedBy("this")
    private @Nullable TransactionBranch current;

    /** Branch that another thread ended while the session was associated with it. */
    @GuardedBy("this")
    private @Nullable BranchId abandonedBranch;

    /** Message that the listener is processing, so that a branch begun by the listener can include it. */
    @GuardedBy("this")
    private @Nullable InFlightDelivery listenerDelivery;

    /** Thread that calls the listener. */
    @GuardedBy("this")
    private @Nullable Thread listenerThread;

    public XaMode(ConnectionServices connection) {
        super(connection, "a transaction manager");
        this.connection = connection;
    }

    public synchronized @Nullable TransactionBranch currentBranch() {
        return current;
    }

    public synchronized void associate(@Nullable TransactionBranch branch) {
        current = branch;
        abandonedBranch = null;
    }

    /**
     * Adds the message of the current listener call to a branch that the listener begins. A message belongs to the
     * transaction that its delivery begins (option A of message delivery, Jakarta Connectors 14.5.6).
     *
     * @throws BrokerException as {@link TransactionBranch#complete}
     */
    public void adoptListenerMessage(TransactionBranch branch) {
        InFlightDelivery delivery = takeListenerDelivery();
        if (delivery != null) {
            modeOutsideTransaction().releaseListenerDelivery();
            branch.complete(delivery);
        }
    }

    private synchronized void putListenerDelivery(InFlightDelivery delivery) {
        listenerDelivery = delivery;
        listenerThread = Thread.currentThread();
    }

    /** Removes and returns the message if the listener's thread calls, otherwise returns null. */
    private synchronized @Nullable InFlightDelivery takeListenerDelivery() {
        InFlightDelivery taken = Thread.currentThread().equals(listenerThread) ? listenerDelivery : null;
        return taken != null && removeListenerDelivery(taken) ? taken : null;
    }

    /** Removes the message if it is the specified one. Returns false otherwise. */
    private synchronized boolean removeListenerDelivery(InFlightDelivery delivery) {
        if (listenerDelivery != delivery) {
            return false;
        }
        listenerDelivery = null;
        listenerThread = null;
        return true;
    }

    /**
     * Ends the association with a branch that a thread of the transaction manager ends. The application thread does not
     * know this. Until the next association the session rejects sends and receives, which would take effect immediately
     * outside the transaction.
     */
    public synchronized void abandon(TransactionBranch branch) {
        current = null;
        abandonedBranch = branch.xid();
    }

    /** Rejects an operation that was meant for an abandoned branch. */
    private synchronized void checkNotAbandoned() {
        if (abandonedBranch != null) {
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.ROLLED_BACK,
                    "The transaction manager rolled back transaction branch " + abandonedBranch + " while the"
                            + " session was associated with it. The session can be associated with another branch.");
        }
    }

    /**
     * Adds a message that another session received to the associated branch.
     *
     * @throws IllegalStateException if the session is associated with no branch
     */
    public void adoptReceived(InFlightDelivery delivery) throws JMSException {
        receive(requireBranch(), delivery);
    }

    /**
     * Sends as {@link #sendInTransaction}, in the associated branch.
     *
     * @throws IllegalStateException if the session is associated with no branch
     * @throws BrokerException as {@link TransactionBranch#send}
     */
    public void sendInBranch(PreparedSend send) throws JMSException {
        requireBranch().send(send);
    }

    private TransactionBranch requireBranch() throws JMSException {
        TransactionBranch branch = currentBranch();
        if (branch == null) {
            throw new IllegalStateException(
                    "The session is not associated with a transaction" + " branch", ErrorCodes.ILLEGAL_STATE);
        }
        return branch;
    }

    @Override
    public boolean sendInTransaction(PreparedSend send) {
        TransactionBranch branch = currentBranch();
        if (branch == null) {
            checkNotAbandoned();
            return false;
        }
        branch.send(send);
        return true;
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (currentBranch() != null) {
            throw ExceptionTranslation.notSupported(
                    "writing the state of a message group in a distributed transaction. Use a local transaction.");
        }
        return false;
    }

    @Override
    public boolean onReceived(InFlightDelivery delivery) throws JMSException {
        return receiveInBranch(delivery) || modeOutsideTransaction().onReceived(delivery);
    }

    /**
     * Adds a message to the associated branch. Returns false without a branch, and returns the message to the store if
     * its branch was abandoned.
     */
    private boolean receiveInBranch(InFlightDelivery delivery) throws JMSException {
        TransactionBranch branch = currentBranch();
        if (branch != null) {
            receive(branch, delivery);
            return true;
        }
        try {
            checkNotAbandoned();
            return false;
        } catch (BrokerException refusal) {
            connection.observedSettler().returnUndelivered(List.of(delivery));
            throw ExceptionTranslation.translate(refusal);
        }
    }

    private void receive(TransactionBranch branch, InFlightDelivery delivery) throws JMSException {
        try {
            branch.complete(delivery);
        } catch (BrokerException refusal) {
            throw ExceptionTranslation.translate(refusal);
        }
    }

    @Override
    public void onUnreadableBody(InFlightDelivery delivery) throws JMSException {
        if (!receiveInBranch(delivery)) {
            modeOutsideTransaction().onUnreadableBody(delivery);
        }
    }

    @Override
    public void beforeListener(InFlightDelivery delivery) throws JMSException {
        if (!receiveInBranch(delivery)) {
            modeOutsideTransaction().beforeListener(delivery);
            putListenerDelivery(delivery);
        }
    }

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) throws JMSException {
        // The owner of a branch decides about its messages, even if the listener throws an exception (ACK-12).
        if (removeListenerDelivery(delivery)) {
            modeOutsideTransaction().afterListener(delivery, thrown);
        }
    }

    @Override
    public boolean hasUnsettled(long entityId) {
        // The connection knows the messages of branches, even after the session is closed.
        return modeOutsideTransaction().hasUnsettled(entityId);
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not allowed in distributed transactions", ErrorCodes.ILLEGAL_STATE);
    }
}
