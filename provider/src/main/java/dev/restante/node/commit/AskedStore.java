package dev.restante.node.commit;

import dev.restante.node.dispatch.LookRest;
import dev.restante.node.rule.LateSends;
import dev.restante.store.DeliveryReader;
import dev.restante.store.StoreException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store about many entities at once whether anything is available of them. What was removed is passed row by
 * row for as long as the database has to keep it, so what may be anywhere is asked for only after a multiple of the
 * time that it took last, and what was sent lately otherwise. The heartbeat's thread does that; anybody asks for what
 * was sent.
 */
final class AskedStore {

    private static final Logger LOG = LoggerFactory.getLogger(AskedStore.class);

    private final LookRest rest = new LookRest();
    private long askedMillis;

    /**
     * Those of these entities that may have anything that was not there when this was asked last.
     *
     * @param nowMillis by the clock of the store
     */
    Set<Long> havingAvailable(Set<Long> entityIds, long nowMillis, DeliveryReader deliveries) {
        if (entityIds.isEmpty()) {
            return Set.of();
        }
        long beganNanos = System.nanoTime();
        boolean everywhere = rest.isOver(beganNanos);
        rest.begin(beganNanos);
        Set<Long> having = having(entityIds, everywhere ? 0 : LateSends.firstPosition(askedMillis), deliveries);
        askedMillis = nowMillis;
        if (everywhere) {
            rest.end(System.nanoTime());
        }
        return having;
    }

    /** Those of these entities to which anything may have been sent since a moment. */
    Set<Long> havingSent(Set<Long> entityIds, long sinceMillis, DeliveryReader deliveries) {
        return entityIds.isEmpty() ? Set.of() : having(entityIds, LateSends.firstPosition(sinceMillis), deliveries);
    }

    /** All of them where the store can't say. */
    private static Set<Long> having(Set<Long> entityIds, long fromPosition, DeliveryReader deliveries) {
        try {
            return deliveries.havingAvailable(entityIds, fromPosition);
        } catch (StoreException e) {
            LOG.debug("Nobody knows which of {} entities have anything: each is looked at", entityIds.size(), e);
            return entityIds;
        }
    }
}
