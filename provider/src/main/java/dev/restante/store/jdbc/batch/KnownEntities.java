package dev.restante.store.jdbc.batch;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The entities that one pipeline has seen in the store, so that most of its batches need not lock them.
 *
 * <p>The deletion of a queue is announced: while the deletion keeps the row of the queue locked, it counts up a number
 * in the row of each pipeline. Only then does it look whether the queue is empty. The fence of each batch compares
 * that number. So a batch that relies on a queue which its pipeline has seen is committed before that look, or misses
 * its fence. In the latter case the pipeline forgets everything and looks again.
 *
 * <p>The deletion of a temporary queue, a subscription or a dead-letter queue is not announced, because such deletions
 * can be frequent. Each batch locks these entities.
 *
 * <p>Used by the leader of the pipeline only.
 */
public final class KnownEntities {

    /** More than this number of entities are forgotten rather than kept in memory. */
    private static final int MOST = 100_000;

    private long announcedDeletions;
    private final Set<Long> announced = new HashSet<>();
    private final Set<Long> unannounced = new HashSet<>();

    /** The number of announced deletions that the pipeline has taken note of. */
    public long announcedDeletions() {
        return announcedDeletions;
    }

    /** Forgets all entities, because deletions were announced. */
    void forget(long newAnnouncedDeletions) {
        announcedDeletions = newAnnouncedDeletions;
        forget();
    }

    /** Forgets all entities, because another server may not have what was seen. */
    void forget() {
        announced.clear();
        unannounced.clear();
    }

    /** Returns whether the pipeline has seen all of these entities. */
    public boolean haveSeen(Collection<Long> entityIds) {
        for (long entityId : entityIds) {
            if (!announced.contains(entityId) && !unannounced.contains(entityId)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the entities among these that a batch has to lock. */
    public SortedSet<Long> toLock(Collection<Long> entityIds) {
        SortedSet<Long> toLock = new TreeSet<>(entityIds);
        toLock.removeAll(announced);
        return toLock;
    }

    /**
     * Takes note of entities that a batch has locked behind its fence. The batch need not be committed: a deletion that
     * begins later announces itself later.
     *
     * @param locked for each entity, whether its deletion is announced
     */
    void saw(Map<Long, Boolean> locked) {
        if (announced.size() + unannounced.size() > MOST) {
            forget();
        }
        locked.forEach((entityId, isAnnounced) -> (isAnnounced ? announced : unannounced).add(entityId));
    }
}
