package dev.restante.store.jdbc.batch;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Cache of the entities that a commit pipeline has seen in the store, so that most batches need not lock them. Used by
 * the leader only.
 *
 * <p>The deletion of a queue is announced as follows:
 * <ol>
 * <li>The deletion locks the presence row of the queue.
 * <li>The deletion increments a counter in the row of each pipeline, which the fence of each batch compares with the
 *     cache.
 * <li>The deletion checks whether the queue is empty. A batch that relied on the cache has either committed before this
 *     check, or misses its fence. After a missed fence, the pipeline clears the cache and locks the entities again.
 * </ol>
 *
 * <p>Deletions of temporary queues, subscriptions and dead-letter queues are not announced, because they can be
 * frequent, so each batch locks these entities.
 */
public final class EntityPresenceCache {

    private static final int MAX_ENTITIES = 100_000;

    private long announcedDeletions;
    private final Set<Long> withAnnouncedDeletion = new HashSet<>();
    private final Set<Long> withoutAnnouncedDeletion = new HashSet<>();

    /** Returns the number of announced deletions at the last clearing of the cache. */
    public long announcedDeletions() {
        return announcedDeletions;
    }

    /** Clears the cache because deletions were announced. */
    void clear(long newAnnouncedDeletions) {
        announcedDeletions = newAnnouncedDeletions;
        clear();
    }

    /** Clears the cache, because another server may not have the cached entities. */
    void clear() {
        withAnnouncedDeletion.clear();
        withoutAnnouncedDeletion.clear();
    }

    public boolean containsAll(Collection<Long> entityIds) {
        for (long entityId : entityIds) {
            if (!withAnnouncedDeletion.contains(entityId) && !withoutAnnouncedDeletion.contains(entityId)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the entities that a batch must lock: uncached ones, and those without announced deletions. */
    public SortedSet<Long> toLock(Collection<Long> entityIds) {
        SortedSet<Long> toLock = new TreeSet<>(entityIds);
        toLock.removeAll(withAnnouncedDeletion);
        return toLock;
    }

    /**
     * Caches entities that a batch has locked after its fence. The batch need not commit, because a later deletion is
     * announced later.
     *
     * @param locked entity ids, each with true if its deletion is announced
     */
    void add(Map<Long, Boolean> locked) {
        if (withAnnouncedDeletion.size() + withoutAnnouncedDeletion.size() > MAX_ENTITIES) {
            clear();
        }
        locked.forEach((entityId, isAnnounced) ->
                (isAnnounced ? withAnnouncedDeletion : withoutAnnouncedDeletion).add(entityId));
    }
}
