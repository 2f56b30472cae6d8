package dev.restante.bench.load;

import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.LoadAccounting;
import java.util.Locale;

/**
 * Recorder of received messages, which checks the body length, counts the messages and measures their latency.
 * Thread-safe.
 */
public final class ArrivalCounter {

    private final int bodyBytes;
    private final LatencyKind latency;
    private final LoadAccounting accounting;

    ArrivalCounter(Load load, int bodyBytes, LoadAccounting accounting) {
        this.bodyBytes = bodyBytes;
        this.latency = load.perSecond() > 0 ? LatencyKind.SCHEDULED_TO_RECEIVED : LatencyKind.END_TO_END;
        this.accounting = accounting;
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
        accounting.record(latency, nowNanos - BodyGenerator.sentNanos(body));
        accounting.countReceived(subscriptionIndex, BodyGenerator.sequence(body));
    }

    public void fail(Throwable failure) {
        accounting.fail(failure);
    }
}
