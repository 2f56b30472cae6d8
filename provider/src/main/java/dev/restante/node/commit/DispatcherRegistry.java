package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.DeliveryReader;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registry of this node's dispatchers, each of which distributes the prefetched messages of one entity to its
 * receivers. Thread-safe.
 */
public final class DispatcherRegistry {

    private final Map<Long, EntityDispatcher> byEntity = new ConcurrentHashMap<>();
    private final AvailabilityPoller poller = new AvailabilityPoller();
    private volatile @Nullable LongFunction<EntityDispatcher> opener;

    /** Sets the factory of dispatchers; called once, before any other method. */
    void setFactory(LongFunction<EntityDispatcher> opening) {
        opener = opening;
    }

    /** Returns the dispatcher of an entity, and creates it if necessary. */
    public EntityDispatcher getOrOpen(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, requireNonNull(opener)::apply);
    }

    @Nullable
    public EntityDispatcher find(long entityId) {
        return byEntity.get(entityId);
    }

    public boolean hasReceiver(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null && known.anyOpen();
    }

    /** Fetches again, because another node has sent a message to an entity. */
    public void sentByOtherNode(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.fetches().sentByOtherNode();
        }
    }

    /** Fetches again, because deliveries of an entity may have become available outside the batches of this node. */
    public void recheckStore(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.recheckStore();
        }
    }

    /**
     * Fetches again, because these and other deliveries of an entity may have become available outside the batches of
     * this node.
     *
     * @param priority the highest priority of these deliveries
     */
    public void recheckStore(long entityId, List<Long> deliveryIds, int priority) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.recheckStore(deliveryIds, priority);
        }
    }

    /**
     * Polls the store for every entity that has receivers, because other nodes may have sent no signal. One query
     * covers all idle entities, and only those with available messages fetch.
     *
     * @param nowMillis the store time
     */
    public void pollStore(DeliveryReader deliveries, long nowMillis) {
        Set<Long> atRest = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.fetches().isIdle()) {
                atRest.add(entityId);
            } else {
                dispatcher.fetches().pollStore();
            }
        });
        poller.withAvailable(atRest, nowMillis, deliveries).forEach(entityId -> {
            EntityDispatcher known = byEntity.get(entityId);
            if (known != null) {
                known.fetches().pollStore();
            }
        });
    }

    /**
     * Polls the store for messages that other nodes sent to idle entities.
     *
     * @param sinceMillis the store time of the last fetch of sent messages
     * @return the entities that may have messages
     */
    @CanIgnoreReturnValue
    public Set<Long> pollSent(Set<Long> atRest, long sinceMillis, DeliveryReader deliveries) {
        Set<Long> having = poller.withNewSends(atRest, sinceMillis, deliveries);
        having.forEach(this::sentByOtherNode);
        return having;
    }

    /** Fetches again at all positions, for every entity that has receivers. */
    public void recheckAll() {
        byEntity.values().forEach(EntityDispatcher::recheckStore);
    }

    /** Wakes receivers after a time in which the node had no valid lease. */
    public void wakeReceivers() {
        byEntity.values().forEach(EntityDispatcher::wakeReceivers);
    }

    /** Returns the counts of prefetched deliveries by entity, without entities that have none. */
    public Map<Long, PrefetchCount> prefetchCounts() {
        Map<Long, PrefetchCount> prefetchCounts = new HashMap<>();
        byEntity.forEach((entityId, dispatcher) -> {
            PrefetchCount prefetchCount = dispatcher.prefetched().prefetchCount();
            if (!prefetchCount.equals(PrefetchCount.NONE)) {
                prefetchCounts.put(entityId, prefetchCount);
            }
        });
        return prefetchCounts;
    }

    public PrefetchCount prefetchCount(long entityId) {
        // A read creates no dispatcher, which would outlive an entity that is being deleted.
        EntityDispatcher known = byEntity.get(entityId);
        return known == null ? PrefetchCount.NONE : known.prefetched().prefetchCount();
    }

    /** Returns the entities for which receivers wait here without messages. */
    public Set<Long> waitingWithoutMessages() {
        Set<Long> entityIds = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.waitsWithoutMessages()) {
                entityIds.add(entityId);
            }
        });
        return entityIds;
    }

    /** Closes all dispatchers of a node that cannot rejoin, and wakes their waiting receivers, which then fail. */
    public void closeAll() {
        byEntity.values().forEach(EntityDispatcher::closeAll);
    }

    /**
     * Removes all dispatchers after the node rejoined. Fetches in progress still end at the former dispatchers, without
     * effect.
     *
     * @return the prefetched messages that have no row in the store
     */
    public List<PrefetchedMessage> onRejoined() {
        List<PrefetchedMessage> withoutRow = new ArrayList<>();
        for (Long entityId : List.copyOf(byEntity.keySet())) {
            EntityDispatcher former = byEntity.remove(entityId);
            if (former != null) {
                former.closeAll().stream()
                        .filter(prefetched -> !prefetched.hasRow())
                        .forEach(withoutRow::add);
            }
        }
        return withoutRow;
    }

    @Nullable
    EntityDispatcher remove(long entityId) {
        return byEntity.remove(entityId);
    }

    Collection<EntityDispatcher> all() {
        return byEntity.values();
    }

    /** Returns a live view of the dispatchers by entity id. */
    public Map<Long, EntityDispatcher> byEntity() {
        return byEntity;
    }
}
