package dev.restante.jms.mode;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * The application acknowledges: a peek-lock on each message, until it is acknowledged, settled otherwise or recovered.
 */
public final class ClientMode implements AcknowledgementMode {

    /** The messages that acknowledging one of them completes: that one, or all of the session. */
    public enum Scope {

        /** CLIENT_ACKNOWLEDGE: all that the session has consumed so far (ACK-04). */
        SESSION,

        /** Restante's mode 101: that message alone. A lock that was lost fails nobody else's acknowledgement. */
        MESSAGE
    }

    private final Scope scope;
    private final int code;
    private final UnacknowledgedHolds unacknowledged;

    /**
     * A mode.
     *
     * @param code the number that the application knows it by
     */
    public ClientMode(ModeServices services, Scope scope, int code) {
        this.scope = scope;
        this.code = code;
        this.unacknowledged = new UnacknowledgedHolds(services, scope == Scope.MESSAGE);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public Hold hold() {
        return Hold.LOCK_DURATION;
    }

    @Override
    public boolean received(HeldDelivery held) {
        unacknowledged.add(held);
        return true;
    }

    @Override
    public void unreadable(HeldDelivery held) {
        unacknowledged.add(held);
    }

    @Override
    public void listenerStarts(HeldDelivery held) {
        unacknowledged.add(held);
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) {
        // The application acknowledges or recovers when it wants to, also after an exception (ACK-12).
    }

    @Override
    public void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        if (held == null || scope == Scope.SESSION) {
            unacknowledged.completeAll();
        } else {
            unacknowledged.complete(held);
        }
    }

    @Override
    public void settledElsewhere(HeldDelivery held) {
        unacknowledged.remove(held);
    }

    @Override
    public boolean unsettled(long entityId) {
        return unacknowledged.areOf(entityId);
    }

    @Override
    public void recover() throws JMSException {
        unacknowledged.releaseAll();
    }

    @Override
    public void close() throws JMSException {
        unacknowledged.close();
    }
}
