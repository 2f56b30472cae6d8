package dev.restante.jms.mode;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.JoinedTransaction;
import dev.restante.broker.JoinedTransactions;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.ApplicationConnection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mode of a session whose sends and receives are executed in the application's own JDBC transactions (BEY-01): in
 * the one that the calling thread is in. While it is in none, each send is effective at once and each message is
 * acknowledged when it is received.
 */
final class JoinedMode extends ControlledMode {

    private static final Logger LOG = LoggerFactory.getLogger(JoinedMode.class);

    private final ConnectionServices connection;
    private final ModeServices services;
    private final JdbcTransactionLookup lookup;
    private final JoinedTransactions transactions;

    /** Those in which it has taken part and that are not over, as far as is known. */
    private final Set<JoinedTransaction> open = ConcurrentHashMap.newKeySet();

    JoinedMode(ConnectionServices connection, ModeServices services, JdbcTransactionLookup lookup) {
        super(services, "the application's JDBC connection: commit that");
        this.connection = connection;
        this.services = services;
        this.lookup = lookup;
        this.transactions = connection.broker().joinedTransactions();
    }

    /**
     * The connection of the transaction that the calling thread is in, or null.
     *
     * @throws BrokerException with STORE_FAILED if that can't be found out
     */
    @Nullable
    ApplicationConnection found() {
        return lookup.current();
    }

    /**
     * The transaction of a connection.
     *
     * @throws BrokerException with STORE_FAILED if it can't be joined
     */
    private JoinedTransaction on(ApplicationConnection jdbc) {
        JoinedTransaction transaction = transactions.on(jdbc);
        if (open.add(transaction)) {
            connection.use().retain();
            transaction.whenOver(() -> {
                open.remove(transaction);
                connection.consumerEnds().sweep();
                connection.use().release();
            });
            askToBeTold(transaction);
        }
        return transaction;
    }

    /** Without that it takes a little longer. */
    private void askToBeTold(JoinedTransaction transaction) {
        try {
            lookup.onCompletion(transaction::lookSoon);
        } catch (RuntimeException e) {
            LOG.warn("Nobody will tell when a transaction of the application is over", e);
        }
    }

    /** A listener's thread would be in no transaction of the application's. */
    @Override
    public boolean listens() {
        return false;
    }

    /** What is left of a message with several deliveries is counted in one row, for which others would wait. */
    @Override
    public boolean subscribes() {
        return false;
    }

    @Override
    public boolean send(PreparedSend send) {
        ApplicationConnection jdbc = found();
        if (jdbc == null) {
            return false;
        }
        send(jdbc, send);
        return true;
    }

    /** Sends in the transaction of a connection. */
    void send(ApplicationConnection jdbc, PreparedSend send) {
        on(jdbc).send(send);
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (found() != null) {
            throw ExceptionTranslation.notSupported(
                    "writing the state of a message group in a transaction of the application; use one of the session");
        }
        return false;
    }

    /** Messages that the transaction has taken in can be neither given back alone nor received once more. */
    void refuseAttempts() throws JMSException {
        boolean refused;
        try {
            refused = found() != null;
        } catch (BrokerException failure) {
            throw connection.translation().of(failure);
        }
        if (refused) {
            throw ExceptionTranslation.notSupported(
                    "attempt ids in transactions of the application, which can be rolled back; leave the id out");
        }
    }

    @Override
    public void beforeReceive() {
        open.forEach(JoinedTransaction::look);
    }

    @Override
    public boolean received(HeldDelivery held) throws JMSException {
        return receivedOn(findFor(held), held);
    }

    /** As {@link #found}; what was received goes back if that can't be found out. */
    @Nullable
    ApplicationConnection findFor(HeldDelivery held) throws JMSException {
        try {
            return found();
        } catch (BrokerException failure) {
            throw notReceived(held, connection.translation().of(failure));
        }
    }

    /** As {@link #received}, in the transaction of a connection; null for none. */
    boolean receivedOn(@Nullable ApplicationConnection jdbc, HeldDelivery held) throws JMSException {
        if (jdbc == null) {
            return outside().received(held);
        }
        try {
            on(jdbc).receive(held);
            return true;
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.LOCK_LOST) {
                return false;
            }
            throw notReceived(held, connection.translation().of(failure));
        } catch (RuntimeException failure) {
            throw notReceived(held, connection.translation().unexpected(failure));
        }
    }

    /** What the transaction could not take in goes back as if nobody had asked, unless it has it nevertheless. */
    private JMSException notReceived(HeldDelivery held, JMSException failure) {
        if (held.locked()) {
            try {
                services.settlement().giveBack(List.of(held));
            } catch (BrokerException again) {
                failure.addSuppressed(again);
            }
        }
        return failure;
    }

    @Override
    public void unreadable(HeldDelivery held) throws JMSException {
        received(held);
    }

    @Override
    public void listenerStarts(HeldDelivery held) {
        throw new AssertionError("it has no listeners");
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) {
        throw new AssertionError("it has no listeners");
    }

    @Override
    public boolean unsettled(long entityId) {
        return outside().unsettled(entityId) || open.stream().anyMatch(each -> each.hasReceivedFrom(entityId));
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not for sessions in transactions of the application; roll those back",
                ErrorCodes.ILLEGAL_STATE);
    }
}
