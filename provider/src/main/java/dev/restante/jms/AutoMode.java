package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** AUTO_ACKNOWLEDGE as the specification wants it: the completion is durable before the session gets its next message (ACK-01, ACK-15). */
final class AutoMode implements AcknowledgementMode {

    private final ModeServices services;
    private final ListenedDelivery listened;

    AutoMode(ModeServices services) {
        this.services = services;
        this.listened = new ListenedDelivery(services);
    }

    @Override
    public int code() {
        return Session.AUTO_ACKNOWLEDGE;
    }

    @Override
    public Hold hold() {
        return Hold.UNTIL_SETTLED;
    }

    @Override
    public boolean received(HeldDelivery held) throws JMSException {
        try {
            services.settlement().complete(List.of(held));
            return true;
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.LOCK_LOST) {
                return false;
            }
            JMSException translated = services.translation().of(failure);
            try {
                services.settlement().giveBack(List.of(held));
            } catch (BrokerException again) {
                translated.addSuppressed(again);
            }
            throw translated;
        }
    }

    @Override
    public void unreadable(HeldDelivery held) throws JMSException {
        listened.giveBack(held);
    }

    @Override
    public void listenerStarts(HeldDelivery held) {
        listened.starts(held);
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) throws JMSException {
        listened.ended();
        if (!ListenedDelivery.unsettled(held)) {
            return;
        }
        if (thrown != null) {
            listened.release(held);
            return;
        }
        try {
            services.settlement().complete(List.of(held));
        } catch (BrokerException failure) {
            JMSException translated = services.translation().of(failure);
            try {
                services.settlement().release(List.of(held));
            } catch (BrokerException again) {
                translated.addSuppressed(again);
            }
            throw translated;
        }
    }

    @Override
    public void acknowledge(@Nullable HeldDelivery held) {
        // Ignored in this mode (ACK-06).
    }

    @Override
    public void recover() throws JMSException {
        listened.recover();
    }

    @Override
    public void close() {
        // Nothing is open: a message is completed before its receive returns, and the listener has returned.
    }
}
