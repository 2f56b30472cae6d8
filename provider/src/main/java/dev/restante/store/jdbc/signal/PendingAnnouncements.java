package dev.restante.store.jdbc.signal;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collector of announcements that entities have new deliveries, which a sender thread combines into notifications to
 * the other nodes. Thread-safe.
 */
public final class PendingAnnouncements {

    /** Limit for the delivery ids of an entity, after which no more ids are added. */
    private static final int MAX_NAMED_DELIVERIES = 10_000;

    /** Ids of late arrivals by entity id. */
    private final Map<Long, Set<Long>> announced = new ConcurrentHashMap<>();

    public boolean isEmpty() {
        return announced.isEmpty();
    }

    void add(long entityId, Collection<Long> earlierIds) {
        announced.compute(entityId, (id, before) -> {
            Set<Long> named = before == null ? new HashSet<>() : before;
            if (named.size() < MAX_NAMED_DELIVERIES) {
                named.addAll(earlierIds);
            }
            return named;
        });
    }

    /**
     * Takes as many entities and delivery ids as fit into one notification, in the format of {@link AnnouncementCodec}.
     */
    public String takeNotification() {
        StringJoiner entities = new StringJoiner(",");
        int room = AnnouncementCodec.MAX_IDS;
        for (long entityId : List.copyOf(announced.keySet())) {
            Set<Long> named = announced.remove(entityId);
            if (named == null) {
                continue;
            }
            List<Long> ids = List.copyOf(named);
            int taken = Math.min(ids.size(), room - 1);
            entities.add(AnnouncementCodec.encode(entityId, ids.subList(0, taken)));
            room -= 1 + taken;
            if (taken < ids.size()) {
                add(entityId, ids.subList(taken, ids.size()));
            }
            if (room <= 0) {
                break;
            }
        }
        return entities.toString();
    }
}
