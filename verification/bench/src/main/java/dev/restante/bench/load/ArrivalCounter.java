package dev.restante.bench.load;

import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.LoadAccounting;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Recorder of received messages, which checks the body length, counts the messages and measures their latency.
 * Thread-safe.
 */
public final class ArrivalCounter {

    private final int bodyBytes;
    private final LatencyKind latency;
    private final LoadAccounting accounting;
    private final Consumer<byte[]> observer;

    ArrivalCounter(Load load, int bodyBytes, LoadAccounting accounting) {
        this(
                bodyBytes,
                load.perSecond() > 0 ? LatencyKind.SCHEDULED_TO_RECEIVED : LatencyKind.END_TO_END,
                accounting,
                body -> {});
    }

    private ArrivalCounter(int bodyBytes, LatencyKind latency, LoadAccounting accounting, Consumer<byte[]> observer) {
        this.bodyBytes = bodyBytes;
        this.latency = latency;
        this.accounting = accounting;
        this.observer = observer;
    }

    /** Returns this counter with an observer of each body, whose array is reused for the next message. */
    public ArrivalCounter observedBy(Consumer<byte[]> further) {
        return new ArrivalCounter(bodyBytes, latency, accounting, further);
    }

    public int bodyBytes() {
        return bodyBytes;
    }

    /**
     * Records a received message.
     *
     * @param subscriptionIndex the index of the subscription from 0; 0 for a queue
     * @throws IllegalStateException if the body does not have the sent length
     */
    public void received(int subscriptionIndex, byte[] body, long nowNanos) {
        if (body.length != bodyBytes) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "a body of %d bytes, not %d", body.length, bodyBytes));
        }
        observer.accept(body);
        accounting.record(latency, nowNanos - BodyGenerator.sentNanos(body));
        accounting.countReceived(subscriptionIndex, BodyGenerator.sequence(body));
    }

    public void fail(Throwable failure) {
        accounting.fail(failure);
    }
}
