package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.lock.HeldDelivery;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The modes in which the session acknowledges by itself; they differ in whether it waits for that.
 *
 * <p>The one message that the listener has in hand can be recovered until the listener returns (ACK-02); a listener that throws gives it back (ACK-11).
 */
abstract sealed class AutomaticMode implements AcknowledgementMode permits AutoMode, LazyMode {

    private final ModeServices services;
    private volatile @Nullable HeldDelivery listened;

    AutomaticMode(ModeServices services) {
        this.services = services;
    }

    final ModeServices services() {
        return services;
    }

    /** Acknowledges a message that the listener has returned from. */
    abstract void completeListened(HeldDelivery held) throws JMSException;

    @Override
    public final Hold hold() {
        return Hold.UNTIL_SETTLED;
    }

    /** Gives it back as if it had not been received. */
    @Override
    public final void unreadable(HeldDelivery held) throws JMSException {
        try {
            services.settlement().giveBack(List.of(held));
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }

    @Override
    public final void listenerStarts(HeldDelivery held) {
        listened = held;
    }

    @Override
    public final void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) throws JMSException {
        listened = null;
        if (recovered(held)) {
            return;
        }
        if (thrown == null) {
            completeListened(held);
        } else {
            release(held);
        }
    }

    /** Somebody else acknowledges what the listener has in hand. */
    final void handOver() {
        listened = null;
    }

    private static boolean recovered(HeldDelivery held) {
        return switch (held.state()) {
            case LOCKED, LOST -> false;
            case SETTLING, SETTLED -> true;
        };
    }

    @Override
    public final void acknowledge(@Nullable HeldDelivery held) {
        // Ignored in these modes (ACK-06).
    }

    @Override
    public final boolean unsettled(long entityId) {
        HeldDelivery held = listened;
        return held != null && held.delivery().entityId() == entityId;
    }

    @Override
    public final void recover() throws JMSException {
        HeldDelivery held = listened;
        if (held != null) {
            release(held);
        }
    }

    /** Gives one back, counted: it is delivered again at once. */
    private void release(HeldDelivery held) throws JMSException {
        try {
            services.settlement().release(List.of(held));
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }
}
