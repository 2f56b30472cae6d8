package dev.restante.node.lock;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Counters of in-flight messages of this node, one for each entity. Thread-safe. */
public final class InFlightCounters {

    private final Map<Long, InFlightCounter> byEntity = new ConcurrentHashMap<>();
    private volatile @Nullable LongConsumer onShareReduced;

    InFlightCounters() {}

    /**
     * Lets this node begin without a share of any in-flight limit (VIS-12), before any delivery is in flight.
     *
     * @param onShareReduced the listener for ids of entities whose share was reduced
     */
    public void enableShares(LongConsumer onShareReduced) {
        this.onShareReduced = onShareReduced;
    }

    /** Returns the counter of an entity, always the same object while the entity exists. */
    public InFlightCounter of(long entityId) {
        InFlightCounter known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, this::newCounter);
    }

    private InFlightCounter newCounter(long entityId) {
        LongConsumer listener = onShareReduced;
        return listener == null
                ? new InFlightCounter(InFlightCounter.UNLIMITED, () -> {})
                : new InFlightCounter(0, () -> listener.accept(entityId));
    }

    public long inFlight(long entityId) {
        InFlightCounter known = byEntity.get(entityId);
        return known == null ? 0 : known.inFlight();
    }

    /** Wakes all receivers that wait for a slot, because limits changed or the node closes. */
    public void wakeAllWaiting() {
        byEntity.values().forEach(InFlightCounter::wakeAll);
    }

    public ReceiveCounts counts(long entityId) {
        InFlightCounter known = byEntity.get(entityId);
        return known == null ? ReceiveCounts.NONE : known.counts();
    }

    public Set<Long> countedEntityIds() {
        return Set.copyOf(byEntity.keySet());
    }

    /** Removes the counter of a deleted entity, unless deliveries are still in flight. */
    public void removeEntity(long entityId) {
        InFlightCounter gone = byEntity.get(entityId);
        if (gone != null) {
            gone.wakeAll();
            byEntity.computeIfPresent(entityId, (id, counter) -> counter.inFlight() == 0 ? null : counter);
        }
    }
}
