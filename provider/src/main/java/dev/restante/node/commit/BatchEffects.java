package dev.restante.node.commit;

import dev.restante.node.dispatch.Buffered;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The effects of a batch on the entities, counted up. Used by the batch's leader only. */
final class BatchEffects {

    /** The effects of a batch on one entity. */
    static final class Tally {
        /** Sends that may be born acquired, in the order of the batch. */
        final List<Buffered> births = new ArrayList<>();

        int arrivals;
        boolean fetched;
        private BitSet granted = new BitSet();
        private int decided;

        /** The next of the births if it was granted, else null. */
        @Nullable
        Buffered nextBirth() {
            int index = decided++;
            return granted.get(index) ? births.get(index) : null;
        }
    }

    private final Map<Long, Tally> byEntity = new HashMap<>();

    /** That of the entity that was asked for last: what follows is mostly of the same. */
    private @Nullable Tally last;

    private long lastEntityId;

    Tally of(long entityId) {
        Tally tally = last;
        if (tally == null || lastEntityId != entityId) {
            tally = byEntity.computeIfAbsent(entityId, id -> new Tally());
            last = tally;
            lastEntityId = entityId;
        }
        return tally;
    }

    /** Asks each entity's dispatcher which of its sends are born acquired. */
    void decide(Dispatchers dispatchers) {
        byEntity.forEach((entityId, tally) ->
                tally.granted = dispatchers.of(entityId).intake().decide(tally.births, tally.arrivals, tally.fetched));
    }
}
