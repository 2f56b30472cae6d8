package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.store.BufferStockRepository.BufferStock;
import dev.restante.store.DeliveryReader;
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

/** The dispatchers of this node, one for each entity that was used. Thread-safe. */
public final class Dispatchers {

    private final Map<Long, EntityDispatcher> byEntity = new ConcurrentHashMap<>();
    private final AskedStore asking = new AskedStore();
    private volatile @Nullable LongFunction<EntityDispatcher> opener;

    /** From now on a dispatcher is made for an entity when it is asked for; called once, before any is. */
    void openedBy(LongFunction<EntityDispatcher> opening) {
        opener = opening;
    }

    /** The dispatcher of an entity. */
    public EntityDispatcher of(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, requireNonNull(opener)::apply);
    }

    /** The dispatcher of an entity if it has one here. */
    @Nullable
    public EntityDispatcher known(long entityId) {
        return byEntity.get(entityId);
    }

    /** Whether this node has a receiver of an entity. */
    public boolean active(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null && known.active();
    }

    /** Another node has sent something to an entity. */
    public void sentElsewhere(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.replenishment().sentElsewhere();
        }
    }

    /** Something of an entity may have become available by another way. */
    public void disturb(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.disturb();
        }
    }

    /**
     * Something of an entity, these deliveries included, may have become available by another way.
     *
     * @param priority the highest priority that it may have
     */
    public void disturb(long entityId, List<Long> deliveryIds, int priority) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.disturb(deliveryIds, priority);
        }
    }

    /**
     * Others may have done anything that they have not told of: looks again for every entity that has receivers. Those
     * that are at rest are asked about all at once, and looked at where there is anything.
     *
     * @param nowMillis by the clock of the store
     */
    public void lookAround(DeliveryReader deliveries, long nowMillis) {
        Set<Long> atRest = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.replenishment().atRest()) {
                atRest.add(entityId);
            } else {
                dispatcher.replenishment().lookAround();
            }
        });
        asking.havingAvailable(atRest, nowMillis, deliveries).forEach(entityId -> {
            EntityDispatcher known = byEntity.get(entityId);
            if (known != null) {
                known.replenishment().lookAround();
            }
        });
    }

    /**
     * Looks for what others have sent to these, which are at rest.
     *
     * @param sinceMillis when the last of what was sent before was fetched
     * @return those that may have something
     */
    @CanIgnoreReturnValue
    public Set<Long> lookForSent(Set<Long> atRest, long sinceMillis, DeliveryReader deliveries) {
        Set<Long> having = asking.havingSent(atRest, sinceMillis, deliveries);
        having.forEach(this::sentElsewhere);
        return having;
    }

    /** Looks again everywhere, for every entity that has receivers. */
    public void disturbAll() {
        byEntity.values().forEach(EntityDispatcher::disturb);
    }

    /** Receivers may take again, after a time in which this node could not prove its lease. */
    public void offerAgain() {
        byEntity.values().forEach(EntityDispatcher::offerAgain);
    }

    /** What waits here of each entity; those of which nothing does are left out. */
    public Map<Long, BufferStock> stocks() {
        Map<Long, BufferStock> stocks = new HashMap<>();
        byEntity.forEach((entityId, dispatcher) -> {
            BufferStock stock = dispatcher.contents().stock();
            if (!stock.equals(BufferStock.NONE)) {
                stocks.put(entityId, stock);
            }
        });
        return stocks;
    }

    /** What waits here of an entity. */
    public BufferStock stock(long entityId) {
        // Looking creates no dispatcher: it would live on if the queue is being deleted.
        EntityDispatcher known = byEntity.get(entityId);
        return known == null ? BufferStock.NONE : known.contents().stock();
    }

    /** The entities for which receivers wait here and nothing is at hand. */
    public Set<Long> starving() {
        Set<Long> entityIds = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.starving()) {
                entityIds.add(entityId);
            }
        });
        return entityIds;
    }

    /** The node was declared dead for good: what it had is others' now. Whoever waits is woken, to find that out. */
    public void endAll() {
        byEntity.values().forEach(EntityDispatcher::closeAll);
    }

    /**
     * The node has joined anew: what it had is others' now. All begin with nothing; what is still under way for a
     * former dispatcher ends there, and harms none.
     *
     * @return what the store knows nothing of
     */
    public List<Buffered> outlive() {
        List<Buffered> unstored = new ArrayList<>();
        for (Long entityId : List.copyOf(byEntity.keySet())) {
            EntityDispatcher former = byEntity.remove(entityId);
            if (former != null) {
                former.closeAll().stream()
                        .filter(buffered -> !buffered.stored())
                        .forEach(unstored::add);
            }
        }
        return unstored;
    }

    /** Takes away that of an entity; null if it has none. */
    @Nullable
    EntityDispatcher remove(long entityId) {
        return byEntity.remove(entityId);
    }

    Collection<EntityDispatcher> all() {
        return byEntity.values();
    }

    /** Those that there are, by the entity's id; may change meanwhile. */
    Map<Long, EntityDispatcher> byEntity() {
        return byEntity;
    }
}
