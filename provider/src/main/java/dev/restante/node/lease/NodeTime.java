package dev.restante.node.lease;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.TimeSource;
import java.util.function.LongSupplier;

/**
 * The store's clock as this node knows it: a local clock plus an offset.
 *
 * <p>The store's answer lies somewhere between two readings of the local clock, so a measurement is wrong by half its
 * round trip at most. What is known becomes less exact with time, because clocks drift; it is replaced by a measurement
 * that is at least as exact, so a slow one is left out (unless there is nothing better) and the best of the last few
 * holds. A measurement that can't be reconciled with what is known, however slow it was, means that one of the clocks
 * has been set: it counts alone.
 *
 * <p>Thread-safe: one thread at a time measures, all read.
 */
public final class NodeTime implements TimeSource {

    /** More than clocks in order lose or gain, so that what is known is replaced soon by what is about as exact. */
    private static final long DRIFT_DIVISOR = 1_000;

    /** Clocks are read in whole milliseconds. */
    private static final long READING_MILLIS = 1;

    private final TimeSource local;
    private volatile long offsetMillis;

    @GuardedBy("this")
    private boolean known;

    @GuardedBy("this")
    private long errorMillis;

    @GuardedBy("this")
    private long measuredAtMillis;

    public NodeTime(TimeSource local) {
        this.local = requireNonNull(local, "local");
    }

    /**
     * Asks for the store's clock and takes note of it.
     *
     * @return what the store answered
     */
    public long measure(LongSupplier storeClock) {
        long beforeMillis = local.millis();
        long storeMillis = storeClock.getAsLong();
        measured(beforeMillis, storeMillis, local.millis());
        return storeMillis;
    }

    /** Takes note of the store's clock; the reading lies between two readings of the local clock. */
    void measured(long localBeforeMillis, long storeMillis, long localAfterMillis) {
        if (localAfterMillis < localBeforeMillis) {
            // The local clock was set back meanwhile: it says nothing.
            return;
        }
        long middleMillis = localBeforeMillis + (localAfterMillis - localBeforeMillis) / 2;
        take(storeMillis - middleMillis, localAfterMillis - middleMillis + READING_MILLIS, localAfterMillis);
    }

    private synchronized void take(long offset, long error, long nowMillis) {
        long drifted = Math.abs(nowMillis - measuredAtMillis) / DRIFT_DIVISOR;
        long knownError = errorMillis + drifted;
        boolean clockSet = Math.abs(offset - offsetMillis) > error + knownError;
        if (known && !clockSet && error > knownError) {
            return;
        }
        known = true;
        offsetMillis = offset;
        errorMillis = error;
        measuredAtMillis = nowMillis;
    }

    /** Now, by the local clock: what headers of messages show. */
    public long localMillis() {
        return local.millis();
    }

    /** An instant of the local clock as the store's clock shows it, {@link Long#MAX_VALUE} for never. */
    public long toStoreTime(long localMillis) {
        return localMillis == Long.MAX_VALUE ? Long.MAX_VALUE : localMillis + offsetMillis;
    }

    @Override
    public long millis() {
        return local.millis() + offsetMillis;
    }

    @Override
    public long realMillisUntil(long deadlineMillis) {
        return deadlineMillis == Long.MAX_VALUE ? Long.MAX_VALUE : local.realMillisUntil(deadlineMillis - offsetMillis);
    }

    @Override
    public void onJump(Runnable listener) {
        local.onJump(listener);
    }
}
