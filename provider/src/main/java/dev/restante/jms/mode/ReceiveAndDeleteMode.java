package dev.restante.jms.mode;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import org.jspecify.annotations.Nullable;

/**
 * Mode in which a message is consumed when it is delivered (RCV-01), so that no message is acknowledged or recovered.
 */
final class ReceiveAndDeleteMode implements AcknowledgementMode {

    static final int CODE = 100;

    @Override
    public int sessionMode() {
        return CODE;
    }

    @Override
    public ReceiveMode lockMode() {
        return ReceiveMode.RECEIVE_AND_DELETE;
    }

    @Override
    public boolean onReceived(InFlightDelivery delivery) {
        return true;
    }

    @Override
    public void onUnreadableBody(InFlightDelivery delivery) {}

    @Override
    public void beforeListener(InFlightDelivery delivery) {}

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) {}

    @Override
    public void acknowledge(@Nullable InFlightDelivery delivery) {}

    @Override
    public boolean hasUnsettled(long entityId) {
        return false;
    }

    @Override
    public void recover() {}

    @Override
    public void close() {}
}
