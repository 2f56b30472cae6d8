package dev.restante.jms;

import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Restante's mode 101: a peek-lock on each message, and each is acknowledged on its own. */
final class IndividualMode implements AcknowledgementMode {

    private final UnacknowledgedHolds unacknowledged;

    IndividualMode(ModeServices services) {
        this.unacknowledged = new UnacknowledgedHolds(services, true);
    }

    @Override
    public int code() {
        return SessionModes.INDIVIDUAL_ACKNOWLEDGE;
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
        // As in CLIENT_ACKNOWLEDGE: the application decides, also after an exception (ACK-12).
    }

    @Override
    public void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        if (held == null) {
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
    public void recover() throws JMSException {
        unacknowledged.releaseAll();
    }

    @Override
    public void close() throws JMSException {
        unacknowledged.releaseAll();
    }
}
