package dev.restante.jms.mode;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.ConnectionServices;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the modes whose transactions begin and end outside the session. Outside a transaction, each send takes
 * effect immediately and the session acknowledges automatically.
 */
public abstract sealed class ExternalTransactionMode implements AcknowledgementMode
        permits JdbcTransactionMode, XaMode {

    private final AutoAcknowledgeMode modeOutsideTransaction;
    private final String transactionOwner;

    ExternalTransactionMode(ConnectionServices connection, String transactionOwner) {
        this.modeOutsideTransaction = new AutoAcknowledgeMode(connection);
        this.transactionOwner = transactionOwner;
    }

    final AutoAcknowledgeMode modeOutsideTransaction() {
        return modeOutsideTransaction;
    }

    /** Returns the component that begins and ends transactions, for exception texts. */
    public final String transactionOwner() {
        return transactionOwner;
    }

    @Override
    public final int sessionMode() {
        return Session.SESSION_TRANSACTED;
    }

    @Override
    public final ReceiveMode lockMode() {
        return ReceiveMode.UNTIL_SETTLED;
    }

    @Override
    public final void acknowledge(@Nullable InFlightDelivery delivery) {
        // Ignored in this mode (ACK-06, XA-14).
    }

    @Override
    public final void acknowledgeReturned() {
        modeOutsideTransaction.acknowledgeReturned();
    }

    /** Closes the session's own mode and leaves transactions to their owner (TXN-12). */
    @Override
    public final void close() {
        modeOutsideTransaction.close();
    }
}
