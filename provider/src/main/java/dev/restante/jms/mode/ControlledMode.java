package dev.restante.jms.mode;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * A mode of sessions whose transactions somebody else begins and ends. While it is in none, each send is effective at
 * once and each message is acknowledged when it is received.
 */
public abstract sealed class ControlledMode implements AcknowledgementMode permits JoinedMode, XaMode {

    private final AutoMode outside;
    private final String controller;

    /**
     * In no transaction.
     *
     * @param controller who begins and ends them, for messages
     */
    ControlledMode(ModeServices services, String controller) {
        this.outside = new AutoMode(services);
        this.controller = controller;
    }

    /** What it does where there is no transaction. */
    final AutoMode outside() {
        return outside;
    }

    /** Who begins and ends the transactions, for messages. */
    public final String controller() {
        return controller;
    }

    @Override
    public final int code() {
        return Session.SESSION_TRANSACTED;
    }

    @Override
    public final Hold hold() {
        return Hold.UNTIL_SETTLED;
    }

    @Override
    public final void acknowledge(@Nullable HeldDelivery held) {
        // Ignored in this mode (ACK-06, XA-14).
    }

    @Override
    public final void goOn() {
        outside.goOn();
    }

    /** What belongs to a transaction is left to whoever controls it (TXN-12). */
    @Override
    public final void close() {
        outside.close();
    }
}
