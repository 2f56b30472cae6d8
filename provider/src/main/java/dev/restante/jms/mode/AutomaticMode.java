package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import dev.restante.broker.ReceiverOptions.Hold;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The modes in which the session acknowledges by itself; they differ in whether it waits for that.
 *
 * <p>What a receive call returns is acknowledged when the application goes on, or the node does so a second later: a
 * crash in between brings it back instead of losing it (RCV-17). If that fails, nobody waits for it: the exception
 * listener is told. The one message that the listener has in hand can be recovered until the listener returns (ACK-02);
 * a listener that throws gives it back (ACK-11).
 */
abstract sealed class AutomaticMode implements AcknowledgementMode permits AutoMode, LazyMode {

    private final ModeServices services;
    private volatile @Nullable HeldDelivery listened;

    /** What receive calls have returned since the application went on last; the node may have acknowledged it since. */
    private final Queue<Lingering> returned = new ConcurrentLinkedQueue<>();

    AutomaticMode(ModeServices services) {
        this.services = services;
    }

    final ModeServices services() {
        return services;
    }

    /** Acknowledges a message that the listener has returned from. */
    abstract void completeListened(HeldDelivery held) throws JMSException;

    /** Lets a message wait for its acknowledgement. */
    abstract Lingering linger(HeldDelivery held);

    /** What is to be acknowledged now. Called by whoever receives, stops or closes; each is returned once. */
    final List<Lingering> takeReturned() {
        List<Lingering> all = new ArrayList<>(1);
        for (Lingering next = returned.poll(); next != null; next = returned.poll()) {
            all.add(next);
        }
        return all;
    }

    /** Tells of an acknowledgement that nobody waits for, if it has failed. */
    final void tell(@Nullable BrokerException failure) {
        if (failure != null) {
            services.problems().tellOrLog(services.translation().of(failure));
        }
    }

    @Override
    public final boolean received(HeldDelivery held) {
        returned.add(linger(held));
        return true;
    }

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
        settleReturned();
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
