package dev.restante.node.lock;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Counts of the messages of each entity that applications of this node have, and have had. Thread-safe. */
public final class NodeHolds {

    private final Map<Long, EntityHolds> byEntity = new ConcurrentHashMap<>();
    private volatile @Nullable LongConsumer whenShrunk;

    NodeHolds() {}

    /**
     * From now on this node begins with no share of any quota (VIS-12); called before anything is held.
     *
     * @param shrunk hears of each entity of whose share something has been given up
     */
    public void shareQuotas(LongConsumer shrunk) {
        whenShrunk = shrunk;
    }

    /** What applications of this node have of an entity; the same for as long as the entity exists. */
    public EntityHolds ofEntity(long entityId) {
        EntityHolds known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, this::none);
    }

    private EntityHolds none(long entityId) {
        LongConsumer told = whenShrunk;
        return told == null
                ? new EntityHolds(EntityHolds.ALL, () -> {})
                : new EntityHolds(0, () -> told.accept(entityId));
    }

    /** How many deliveries of an entity applications of this node have. */
    public long inFlight(long entityId) {
        EntityHolds known = byEntity.get(entityId);
        return known == null ? 0 : known.inFlight();
    }

    /** Lets all receivers that wait for a place look again: the limits may be others, or nobody gets one any more. */
    public void limitsAltered() {
        byEntity.values().forEach(EntityHolds::wakeAll);
    }

    /** What applications of this node have had of an entity since the node was opened. */
    public HoldCounts counts(long entityId) {
        EntityHolds known = byEntity.get(entityId);
        return known == null ? HoldCounts.NONE : known.counts();
    }

    /** The entities of which anything was counted. */
    public Set<Long> counted() {
        return Set.copyOf(byEntity.keySet());
    }

    /** An entity is gone; what is still held of it ends by itself. */
    public void forget(long entityId) {
        EntityHolds gone = byEntity.get(entityId);
        if (gone != null) {
            gone.wakeAll();
            byEntity.computeIfPresent(entityId, (id, holds) -> holds.inFlight() == 0 ? null : holds);
        }
    }
}
