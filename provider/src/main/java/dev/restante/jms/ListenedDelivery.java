package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one message that the listener of an automatically acknowledging session has in hand; it can be recovered until the listener returns (ACK-02). */
final class ListenedDelivery {

    private final ModeServices services;
    private volatile @Nullable HeldDelivery current;

    ListenedDelivery(ModeServices services) {
        this.services = services;
    }

    void starts(HeldDelivery held) {
        current = held;
    }

    void ended() {
        current = null;
    }

    /** Whether it still waits for its settlement: not recovered meanwhile. */
    static boolean unsettled(HeldDelivery held) {
        return switch (held.state()) {
            case LOCKED, LOST -> true;
            case SETTLING, SETTLED -> false;
        };
    }

    void recover() throws JMSException {
        HeldDelivery held = current;
        if (held != null) {
            release(held);
        }
    }

    /** Gives one back, counted: it is delivered again at once (ACK-11). */
    void release(HeldDelivery held) throws JMSException {
        try {
            services.settlement().release(List.of(held));
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }

    /** Gives one back that the application could not read: as if it had not been received. */
    void giveBack(HeldDelivery held) throws JMSException {
        try {
            services.settlement().giveBack(List.of(held));
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }
}
