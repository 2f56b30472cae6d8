package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Uninterruptibles;
import java.util.function.BooleanSupplier;

/**
 * Gate that blocks deliveries of one session while its connection is stopped or closing.
 *
 * <p>Threads: the session's receiving thread and its listener thread pass through the gate. Any thread opens it, closes
 * it and waits at it. No thread calls the broker while it holds the gate's monitor, and every thread holds it only
 * briefly.
 */
public final class DeliveryGate {

    /** Calls and deliveries of one consumer inside the gate, guarded by the gate's monitor. */
    public static final class ConsumerEntry {
        private int calls;
        private int deliveries;
        private boolean closed;
    }

    private enum GatePosition {
        STOPPED,
        OPEN,
        CLOSED
    }

    @GuardedBy("this")
    private GatePosition position = GatePosition.STOPPED;

    @GuardedBy("this")
    private int calls;

    @GuardedBy("this")
    private int deliveries;

    /** Number of listener calls in progress. */
    @GuardedBy("this")
    private int listeners;

    public synchronized void open() {
        if (position == GatePosition.STOPPED) {
            position = GatePosition.OPEN;
            notifyAll();
        }
    }

    /** Blocks new deliveries. Deliveries in progress continue: see {@link #awaitDeliveries}. */
    public synchronized void stop() {
        if (position == GatePosition.OPEN) {
            position = GatePosition.STOPPED;
        }
    }

    public synchronized void close() {
        position = GatePosition.CLOSED;
        notifyAll();
    }

    public synchronized void close(ConsumerEntry gateEntry) {
        gateEntry.closed = true;
    }

    public synchronized boolean closed(ConsumerEntry gateEntry) {
        return gateEntry.closed || position == GatePosition.CLOSED;
    }

    /** Returns whether the connection is started and the session is not closed. */
    public synchronized boolean isOpen() {
        return position == GatePosition.OPEN;
    }

    /** Begins a receive call, which may wait inside the gate. */
    public synchronized void beginCall(ConsumerEntry gateEntry) {
        gateEntry.calls++;
        calls++;
    }

    public synchronized void endCall(ConsumerEntry gateEntry) {
        gateEntry.calls--;
        calls--;
        notifyAll();
    }

    /** Begins a delivery to a consumer. Returns false if the gate is not open. */
    public synchronized boolean enter(ConsumerEntry gateEntry) {
        if (position != GatePosition.OPEN || gateEntry.closed) {
            return false;
        }
        gateEntry.deliveries++;
        deliveries++;
        return true;
    }

    /** Begins a delivery after waiting while the connection is stopped. Returns false if the session is closed. */
    public synchronized boolean awaitEntry(ConsumerEntry gateEntry) {
        while (position == GatePosition.STOPPED) {
            Uninterruptibles.awaitNotify(this, Long.MAX_VALUE);
        }
        return enter(gateEntry);
    }

    public synchronized void leave(ConsumerEntry gateEntry) {
        gateEntry.deliveries--;
        deliveries--;
        if (position != GatePosition.OPEN || gateEntry.closed) {
            notifyAll();
        }
    }

    public synchronized void beginListener() {
        listeners++;
    }

    public synchronized void endListener() {
        listeners--;
        notifyAll();
    }

    /** Waits as {@link #awaitIdle()} until no delivery is in progress (CON-07) or the gate opens. */
    @SuppressWarnings("GuardedBy") // await evaluates the condition under the monitor
    public synchronized void awaitDeliveries() {
        await(() -> deliveries == 0 || position == GatePosition.OPEN);
    }

    /**
     * Waits until no receive call and no listener is inside (SES-07). The wait for a listener has no limit. All other
     * waits end with the time budget of the calling thread's call (RCV-19).
     */
    @SuppressWarnings("GuardedBy") // await evaluates the condition under the monitor
    public synchronized void awaitIdle() {
        await(() -> deliveries == 0 && calls == 0);
    }

    /** Waits as {@link #awaitIdle()} until no receive call and no listener of one consumer is inside (SES-14). */
    public synchronized void awaitIdle(ConsumerEntry gateEntry) {
        await(() -> gateEntry.deliveries == 0 && gateEntry.calls == 0);
    }

    @GuardedBy("this")
    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long begunNanos = System.nanoTime();
            boolean listening = listeners > 0;
            long leftNanos = listening ? Long.MAX_VALUE : CallTimeBudget.remaining(Long.MAX_VALUE);
            if (leftNanos <= 0) {
                break;
            }
            Uninterruptibles.awaitNotify(this, leftNanos);
            if (listening) {
                CallTimeBudget.excludeSince(begunNanos);
            }
        }
    }
}
