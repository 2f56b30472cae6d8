package dev.restante.jms.mode;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
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
 * Mode whose sends and receives execute in the application's JDBC transaction (BEY-01), which the calling thread
 * determines.
 */
final class JdbcTransactionMode extends ExternalTransactionMode {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcTransactionMode.class);

    private final ConnectionServices connection;
    private final JdbcTransactionLookup lookup;
    private final JoinedTransactions transactions;

    /** Transactions that contain sends or receives of the session and that have not ended as far as the node knows. */
    private final Set<JoinedTransaction> activeTransactions = ConcurrentHashMap.newKeySet();

    JdbcTransactionMode(ConnectionServices connection, JdbcTransactionLookup lookup) {
        super(connection, "the JDBC connection of the application. Commit or roll back that connection instead");
        this.connection = connection;
        this.lookup = lookup;
        this.transactions = connection.broker().joinedTransactions();
    }

    /**
     * Returns the connection of the calling thread's transaction, or null.
     *
     * @throws BrokerException with STORE_FAILED if the lookup fails
     */
    @Nullable
    ApplicationConnection currentConnection() {
        return lookup.current();
    }

    /**
     * Returns the transaction of a connection, which the session joins.
     *
     * @throws BrokerException with STORE_FAILED if the session cannot join it
     */
    private JoinedTransaction join(ApplicationConnection jdbcConnection) {
        JoinedTransaction transaction = transactions.join(jdbcConnection);
        if (activeTransactions.add(transaction)) {
            connection.brokerReferences().retain();
            transaction.onEnd(() -> {
                activeTransactions.remove(transaction);
                connection.pendingConsumers().closeSettled();
                connection.brokerReferences().release();
            });
            registerCompletion(transaction);
        }
        return transaction;
    }

    /** Requests a notification of the transaction's end. Without it, the node finds the end a little later. */
    private void registerCompletion(JoinedTransaction transaction) {
        try {
            lookup.onCompletion(transaction::scheduleEndCheck);
        } catch (RuntimeException e) {
            LOG.warn(
                    "A callback for the end of a transaction of the application could not be registered. Restante"
                            + " detects the end later.",
                    e);
        }
    }

    /** Returns false, because a listener thread has no application transaction. */
    @Override
    public boolean supportsListeners() {
        return false;
    }

    /**
     * Returns false, because a message with several deliveries has one row that counts them. Other transactions would
     * wait for this row.
     */
    @Override
    public boolean supportsSubscriptions() {
        return false;
    }

    @Override
    public boolean sendInTransaction(PreparedSend send) {
        ApplicationConnection jdbc = currentConnection();
        if (jdbc == null) {
            return false;
        }
        send(jdbc, send);
        return true;
    }

    void send(ApplicationConnection jdbc, PreparedSend send) {
        join(jdbc).send(send);
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (currentConnection() != null) {
            throw ExceptionTranslation.notSupported(
                    "writing the state of a message group in a transaction of the application. Use a transaction of"
                            + " the session.");
        }
        return false;
    }

    /** Rejects an attempt id in a transaction, which can neither release single messages nor receive them again. */
    void rejectAttemptId() throws JMSException {
        boolean refused;
        try {
            refused = currentConnection() != null;
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        }
        if (refused) {
            throw ExceptionTranslation.notSupported(
                    "attempt ids in transactions of the application, which can be rolled back. Omit the attempt id.");
        }
    }

    @Override
    public void beforeReceive() {
        activeTransactions.forEach(JoinedTransaction::checkEnded);
    }

    @Override
    public boolean onReceived(InFlightDelivery delivery) throws JMSException {
        return onReceivedIn(currentConnectionOrRelease(delivery), delivery);
    }

    /** Returns {@link #currentConnection}, and returns the message to the store if the lookup fails. */
    @Nullable
    ApplicationConnection currentConnectionOrRelease(InFlightDelivery delivery) throws JMSException {
        try {
            return currentConnection();
        } catch (BrokerException failure) {
            throw releaseAfterFailure(delivery, ExceptionTranslation.translate(failure));
        }
    }

    /** Handles a received message as {@link #onReceived} does, in the transaction of a connection, or null for none. */
    boolean onReceivedIn(@Nullable ApplicationConnection jdbc, InFlightDelivery delivery) throws JMSException {
        if (jdbc == null) {
            return modeOutsideTransaction().onReceived(delivery);
        }
        try {
            join(jdbc).complete(delivery);
            return true;
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.BrokerErrorReason.LOCK_LOST) {
                return false;
            }
            throw releaseAfterFailure(delivery, ExceptionTranslation.translate(failure));
        } catch (RuntimeException failure) {
            throw releaseAfterFailure(delivery, ExceptionTranslation.translateUnexpected(failure));
        }
    }

    /**
     * Returns a message to the store as undelivered, unless the transaction has taken the message despite the failure.
     */
    private JMSException releaseAfterFailure(InFlightDelivery delivery, JMSException failure) {
        if (delivery.locked()) {
            try {
                connection.observedSettler().returnUndelivered(List.of(delivery));
            } catch (BrokerException again) {
                failure.addSuppressed(again);
            }
        }
        return failure;
    }

    @Override
    public void onUnreadableBody(InFlightDelivery delivery) throws JMSException {
        onReceived(delivery);
    }

    @Override
    public void beforeListener(InFlightDelivery delivery) {
        throw new AssertionError("Sessions in transactions of the application have no listeners");
    }

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) {
        throw new AssertionError("Sessions in transactions of the application have no listeners");
    }

    @Override
    public boolean hasUnsettled(long entityId) {
        return modeOutsideTransaction().hasUnsettled(entityId)
                || activeTransactions.stream().anyMatch(each -> each.hasReceivedFrom(entityId));
    }

    @Override
    public void recover() throws JMSException {
        throw new IllegalStateException(
                "recover() is not allowed in transactions of the application. Roll back the transaction instead.",
                ErrorCodes.ILLEGAL_STATE);
    }
}
