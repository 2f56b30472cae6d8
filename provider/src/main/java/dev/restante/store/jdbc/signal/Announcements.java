package dev.restante.store.jdbc.signal;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/** What the other nodes are to be told of, until a notification takes it. Thread-safe. */
public final class Announcements {

    /** While so many deliveries of an entity wait to be named, no others are. */
    private static final int MOST_NAMED = 10_000;

    /** For each entity the deliveries that are to be named. */
    private final Map<Long, Set<Long>> announced = new ConcurrentHashMap<>();

    public boolean isEmpty() {
        return announced.isEmpty();
    }

    void add(long entityId, Collection<Long> olderIds) {
        announced.compute(entityId, (id, before) -> {
            Set<Long> named = before == null ? new HashSet<>() : before;
            if (named.size() < MOST_NAMED) {
                named.addAll(olderIds);
            }
            return named;
        });
    }

    /**
     * Takes what has room in one notification: entities, separated by commas, each with the deliveries that are named,
     * separated by semicolons.
     */
    public String take() {
        StringJoiner entities = new StringJoiner(",");
        int room = AnnouncementText.MOST_IDS;
        for (long entityId : List.copyOf(announced.keySet())) {
            Set<Long> named = announced.remove(entityId);
            if (named == null) {
                continue;
            }
            List<Long> ids = List.copyOf(named);
            int taken = Math.min(ids.size(), room - 1);
            entities.add(AnnouncementText.of(entityId, ids.subList(0, taken)));
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
