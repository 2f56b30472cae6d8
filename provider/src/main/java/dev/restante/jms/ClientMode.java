package dev.restante.jms;

import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** CLIENT_ACKNOWLEDGE: a peek-lock on each message; acknowledging any of them completes all that the session has consumed so far (ACK-04). */
final class ClientMode implements AcknowledgementMode {

    private final UnacknowledgedHolds unacknowledged;

    ClientMode(ModeServices services) {
        this.unacknowledged = new UnacknowledgedHolds(services, false);
    }

    @Override
    public int code() {
        return Session.CLIENT_ACKNOWLEDGE;
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
        unacknowledged.completeAll();
    }

    @Override
    public void settledElsewhere(HeldDelivery held) {
        unacknowledged.remove(held);
    }

    @Override
    public void recover() throws JMSException {
        unacknowledged.releaseAll();
    }

    @Override
    public void close() throws JMSException {
        unacknowledged.releaseAll();
    }
}
