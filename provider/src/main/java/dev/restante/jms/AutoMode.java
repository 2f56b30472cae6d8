package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;

/** AUTO_ACKNOWLEDGE as the specification wants it: the completion is durable before the session gets its next message (ACK-01, ACK-15). */
final class AutoMode extends AutomaticMode {

    AutoMode(ModeServices services) {
        super(services);
    }

    @Override
    public int code() {
        return Session.AUTO_ACKNOWLEDGE;
    }

    @Override
    public boolean received(HeldDelivery held) throws JMSException {
        try {
            services().settlement().complete(List.of(held));
            return true;
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.LOCK_LOST) {
                return false;
            }
            throw undone(failure, () -> services().settlement().giveBack(List.of(held)));
        }
    }

    @Override
    void completeListened(HeldDelivery held) throws JMSException {
        try {
            services().settlement().complete(List.of(held));
        } catch (BrokerException failure) {
            throw undone(failure, () -> services().settlement().release(List.of(held)));
        }
    }

    /** What to throw for a completion that failed, once the message has been returned for somebody else. */
    private JMSException undone(BrokerException failure, Runnable returning) {
        JMSException translated = services().translation().of(failure);
        try {
            returning.run();
        } catch (BrokerException again) {
            translated.addSuppressed(again);
        }
        return translated;
    }

    @Override
    public void close() {
        // Nothing is open: a message is completed before its receive returns, and the listener has returned.
    }
}
