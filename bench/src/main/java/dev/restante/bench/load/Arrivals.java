package dev.restante.bench.load;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Tally;
import java.util.Locale;

/** Looks at what arrives, and counts it. Thread-safe. */
public final class Arrivals {

    private final int bodyBytes;
    private final LatencyKind latency;
    private final Tally tally;

    Arrivals(Load load, int bodyBytes, Tally tally) {
        this.bodyBytes = bodyBytes;
        this.latency = load.perSecond() > 0 ? LatencyKind.INTENDED_TO_ARRIVAL : LatencyKind.END_TO_END;
        this.tally = tally;
    }

    public int bodyBytes() {
        return bodyBytes;
    }

    /**
     * A message has arrived.
     *
     * @param copy which of the subscriptions it is for, from 0; 0 for a queue
     * @param nowNanos when it did
     * @throws IllegalStateException if its body has not the length that was sent
     */
    public void arrived(int copy, byte[] body, long nowNanos) {
        if (body.length != bodyBytes) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "a body of %d bytes, not %d", body.length, bodyBytes));
        }
        tally.record(latency, nowNanos - Body.sentNanos(body));
        tally.countReceived(copy, Body.sequence(body));
    }

    /** A consumer has failed. */
    public void fail(Throwable failure) {
        tally.fail(failure);
    }
}
