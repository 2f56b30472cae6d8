package dev.restante.node.commit;

import dev.restante.model.IdLayout;
import dev.restante.store.DeliveryReader;
import dev.restante.store.StoreException;
import java.util.Collection;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store about many entities at once whether anything is available of them. What was removed is passed row by
 * row for as long as the database has to keep it, so what may be anywhere is asked for only after a multiple of the
 * time that it took last; the heartbeat's thread does that, anybody the rest.
 */
final class AskedStore {

    private static final Logger LOG = LoggerFactory.getLogger(AskedStore.class);

    /** As many times as long as the last question took it is not asked again. */
    private static final int REST = 9;

    private static final long EVERYWHERE = 0;

    private long endedNanos = System.nanoTime();
    private long lastedNanos;

    /** Those of these entities that may have anything: all of them where the store can't say, or not yet again. */
    Set<Long> havingAvailable(Set<Long> entityIds, DeliveryReader deliveries) {
        long beganNanos = System.nanoTime();
        if (beganNanos - endedNanos < REST * lastedNanos) {
            return entityIds;
        }
        Set<Long> having = having(entityIds, EVERYWHERE, deliveries);
        endedNanos = System.nanoTime();
        lastedNanos = endedNanos - beganNanos;
        return having;
    }

    /** Those of these entities to which anything may have been sent since a moment, which was there by then. */
    Set<Long> havingSent(Set<Long> entityIds, long sinceMillis, DeliveryReader deliveries) {
        return having(
                entityIds, IdLayout.firstPositionAt(sinceMillis - FirstPositions.LATE_MILLIS), deliveries);
    }

    private static Set<Long> having(Collection<Long> entityIds, long fromPosition, DeliveryReader deliveries) {
        if (entityIds.isEmpty()) {
            return Set.of();
        }
        try {
            return deliveries.havingAvailable(entityIds, fromPosition);
        } catch (StoreException e) {
            LOG.debug("Nobody knows which of {} entities have anything: each is looked at", entityIds.size(), e);
            return Set.copyOf(entityIds);
        }
    }
}
