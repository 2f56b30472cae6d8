package dev.restante.jms.mode;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import org.jspecify.annotations.Nullable;

/**
 * Restante's mode 100: a message counts as consumed when it is handed over (RCV-01), so there is nothing to acknowledge
 * or to recover.
 */
final class ReceiveAndDeleteMode implements AcknowledgementMode {

    /** Its number. */
    static final int CODE = 100;

    @Override
    public int code() {
        return CODE;
    }

    @Override
    public Hold hold() {
        return Hold.RECEIVE_AND_DELETE;
    }

    @Override
    public boolean received(HeldDelivery held) {
        return true;
    }

    @Override
    public void unreadable(HeldDelivery held) {}

    @Override
    public void listenerStarts(HeldDelivery held) {}

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) {}

    @Override
    public void acknowledge(@Nullable HeldDelivery held) {}

    @Override
    public boolean unsettled(long entityId) {
        return false;
    }

    @Override
    public void recover() {}

    @Override
    public void close() {}
}
