package dev.restante.node.commit;

import dev.restante.node.queue.buffer.FullScanThrottle;
import dev.restante.node.rule.LateArrivalMargin;
import dev.restante.store.DeliveryReader;
import dev.restante.store.StoreException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Poller that asks the store about many entities at once whether messages are available.
 *
 * <p>A query over all positions may be slow, because it passes removed rows that the database still keeps. It therefore
 * runs only after a multiple of its last duration, and other queries read only positions at which new messages can
 * appear. Only the heartbeat thread calls {@link #withAvailable}; any thread may call {@link #withNewSends}.
 */
final class AvailabilityPoller {

    private static final Logger LOG = LoggerFactory.getLogger(AvailabilityPoller.class);

    private final FullScanThrottle scanThrottle = new FullScanThrottle();
    private long lastPollMillis;

    /**
     * Returns the entities that may have messages which were not available at the previous call.
     *
     * @param nowMillis the store time
     */
    Set<Long> withAvailable(Set<Long> entityIds, long nowMillis, DeliveryReader deliveries) {
        if (entityIds.isEmpty()) {
            return Set.of();
        }
        long beganNanos = System.nanoTime();
        boolean fullScan = scanThrottle.mayScan(beganNanos);
        scanThrottle.scanBegun(beganNanos);
        Set<Long> entitiesWithAvailable = entitiesWithAvailable(
                entityIds, fullScan ? 0 : LateArrivalMargin.firstPositionSince(lastPollMillis), deliveries);
        lastPollMillis = nowMillis;
        if (fullScan) {
            scanThrottle.scanEnded(System.nanoTime());
        }
        return entitiesWithAvailable;
    }

    /** Returns the entities to which messages may have been sent since an instant of store time. */
    Set<Long> withNewSends(Set<Long> entityIds, long sinceMillis, DeliveryReader deliveries) {
        return entityIds.isEmpty()
                ? Set.of()
                : entitiesWithAvailable(entityIds, LateArrivalMargin.firstPositionSince(sinceMillis), deliveries);
    }

    /** Returns the entities with available messages, or all entities if the store fails. */
    private static Set<Long> entitiesWithAvailable(Set<Long> entityIds, long fromPosition, DeliveryReader deliveries) {
        try {
            return deliveries.entitiesWithAvailable(entityIds, fromPosition);
        } catch (StoreException e) {
            LOG.debug(
                    "The node could not find out which of {} entities have available messages. It polls each of them.",
                    entityIds.size(),
                    e);
            return entityIds;
        }
    }
}
