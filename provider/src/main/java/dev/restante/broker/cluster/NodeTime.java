package dev.restante.broker.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.model.TimeSource;

/** The store's clock as this node knows it: a local clock plus the offset measured at the last heartbeat. Thread-safe. */
public final class NodeTime implements TimeSource {

    private final TimeSource local;
    private volatile long offsetMillis;

    public NodeTime(TimeSource local) {
        this.local = requireNonNull(local, "local");
    }

    /** Takes over the store's clock; the reading lies between two readings of the local clock. */
    public void measured(long localBeforeMillis, long storeMillis, long localAfterMillis) {
        offsetMillis = storeMillis - (localBeforeMillis + localAfterMillis) / 2;
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
