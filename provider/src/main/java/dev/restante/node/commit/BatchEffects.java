package dev.restante.node.commit;

import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tally of the arrivals in each entity, counted before a batch is written, from which dispatchers decide which sends
 * become direct deliveries. Used by the leader only.
 */
final class BatchEffects {

    static final class EntityTally {
        /** Sends that may become direct deliveries, in the order of the batch. */
        final List<PrefetchedMessage> directCandidates = new ArrayList<>();

        int arrivals;
        boolean hasFetch;
        private BitSet granted = new BitSet();
        private int decided;

        /** Returns the next candidate if it becomes a direct delivery, else null. */
        @Nullable
        PrefetchedMessage nextGrantedCandidate() {
            int index = decided++;
            return granted.get(index) ? directCandidates.get(index) : null;
        }
    }

    private final Map<Long, EntityTally> byEntity = new HashMap<>();

    /** Tally of the previous call, because consecutive changes usually concern one entity. */
    private @Nullable EntityTally last;

    private long lastEntityId;

    EntityTally of(long entityId) {
        EntityTally tally = last;
        if (tally == null || lastEntityId != entityId) {
            tally = byEntity.computeIfAbsent(entityId, id -> new EntityTally());
            last = tally;
            lastEntityId = entityId;
        }
        return tally;
    }

    /** Asks the dispatcher of each entity which candidates become direct deliveries. */
    void decide(DispatcherRegistry dispatchers) {
        byEntity.forEach((entityId, tally) -> tally.granted = dispatchers
                .getOrOpen(entityId)
                .arrivals()
                .decideDirectDeliveries(tally.directCandidates, tally.arrivals, tally.hasFetch));
    }
}
