package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.TransactionBranch;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.xa.SessionXaResource;
import dev.restante.model.BranchId;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mode of a session whose transactions somebody else controls, through its {@link SessionXaResource}. While it
 * works for a branch, sends and receives belong to that; while it works for none, each send is effective at once and
 * each message is acknowledged when it is received, or when its listener returns (the specification leaves that open,
 * XA-15).
 */
public final class XaMode extends ControlledMode {

    private final ModeServices services;

    @GuardedBy("this")
    private @Nullable TransactionBranch current;

    /** The last one, where it was given up while the session worked for it. */
    @GuardedBy("this")
    private @Nullable BranchId abandoned;

    private final ListenedMessage listened = new ListenedMessage();

    public XaMode(ModeServices services) {
        super(services, "a transaction manager");
        this.services = services;
    }

    /** The branch that the session works for, or null. */
    public synchronized @Nullable TransactionBranch current() {
        return current;
    }

    /** Works for a branch from now on, or for none. */
    public synchronized void current(@Nullable TransactionBranch branch) {
        current = branch;
        abandoned = null;
    }

    /**
     * Takes what the listener has in hand into a branch, if the listener itself begins that: a message that begins a
     * transaction when it is delivered belongs to it (option A of message delivery, Jakarta Connectors 14.5.6).
     *
     * @throws BrokerException as {@link TransactionBranch#receive}
     */
    public void adoptListened(TransactionBranch branch) {
        HeldDelivery held = listened.take();
        if (held != null) {
            outside().handOver();
            branch.receive(held);
        }
    }

    /**
     * The transaction manager has given up a branch while the session works for it, and the thread that does so does
     * not know. Until the session works for another one nothing is sent or received by it: outside of the transaction
     * it would be effective at once.
     */
    public synchronized void abandon(TransactionBranch branch) {
        current = null;
        abandoned = branch.xid();
    }

    /** Refuses work that was meant for a branch that is given up. */
    private synchronized void checkNotAbandoned() {
        if (abandoned != null) {
            throw new BrokerException(
                    BrokerException.Reason.ROLLED_BACK,
                    "The transaction manager has rolled back transaction branch " + abandoned
                            + " meanwhile, for which the session worked; it can work for another one");
        }
    }

    /**
     * Takes what another session has received into the branch that the session works for.
     *
     * @throws IllegalStateException if it works for none
     */
    public void adopt(HeldDelivery held) throws JMSException {
        receive(required(), held);
    }

    /**
     * As {@link #send}, into the branch that the session works for.
     *
     * @throws IllegalStateException if it works for none
     * @throws BrokerException as {@link TransactionBranch#send}
     */
    public void sendInBranch(PreparedSend send) throws JMSException {
        required().send(send);
    }

    private TransactionBranch required() throws JMSException {
        TransactionBranch branch = current();
        if (branch == null) {
            throw new IllegalStateException("The session works for no transaction branch", ErrorCodes.ILLEGAL_STATE);
        }
        return branch;
    }

    @Override
    public boolean send(PreparedSend send) {
        TransactionBranch branch = current();
        if (branch == null) {
            checkNotAbandoned();
            return false;
        }
        branch.send(send);
        return true;
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (current() != null) {
            throw ExceptionTranslation.notSupported(
                    "writing the state of a message group in a distributed transaction; use a local one");
        }
        return false;
    }

    @Override
    public boolean received(HeldDelivery held) throws JMSException {
        return receivedInBranch(held) || outside().received(held);
    }

    /** Gives it back if it was received for a branch that is given up; false if the session works for none. */
    private boolean receivedInBranch(HeldDelivery held) throws JMSException {
        TransactionBranch branch = current();
        if (branch != null) {
            receive(branch, held);
            return true;
        }
        try {
            checkNotAbandoned();
            return false;
        } catch (BrokerException refusal) {
            services.settlement().giveBack(List.of(held));
            throw services.translation().of(refusal);
        }
    }

    private void receive(TransactionBranch branch, HeldDelivery held) throws JMSException {
        try {
            branch.receive(held);
        } catch (BrokerException refusal) {
            throw services.translation().of(refusal);
        }
    }

    @Override
    public void unreadable(HeldDelivery held) throws JMSException {
        if (!receivedInBranch(held)) {
            outside().unreadable(held);
        }
    }

    @Override
    public void listenerStarts(HeldDelivery held) throws JMSException {
        if (!receivedInBranch(held)) {
            outside().listenerStarts(held);
            listened.put(held);
        }
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) throws JMSException {
        // Else whoever controls the branch decides, whatever the listener has thrown (ACK-12).
        if (listened.remove(held)) {
            outside().listenerEnded(held, thrown);
        }
    }

    @Override
    public boolean unsettled(long entityId) {
        // What it has received for branches its connection knows, also after the session is closed.
        return outside().unsettled(entityId);
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not for sessions in distributed transactions", ErrorCodes.ILLEGAL_STATE);
    }
}
