package dev.restante.node.expiry;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.core.EntityRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Filter of the entities whose deliveries the expiry sweeper may change, which reads their current options from the
 * store.
 *
 * <p>The cache of this node may lack an entity that another node has just created, or contain outdated options.
 * Therefore the sweep uses the cache only to exclude entities. Before it changes a delivery, it reads the entity from
 * the store.
 *
 * <p>The sweep skips the deliveries of an entity in three cases:
 *
 * <ul>
 *   <li>the entity has {@code expireOnlyWithConsumer}, and this node has no receiver for it (TTL-02);
 *   <li>this node cannot decode the stored entity;
 *   <li>the store has no such entity. An administrator decides about these deliveries (BEY-09).
 * </ul>
 *
 * <p>Later reads of the sweep exclude such entities, so their deliveries do not fill the pages. Not thread-safe:
 * belongs to the sweeper's thread.
 */
final class SweepEntityFilter {

    private final EntityRegistry registry;
    private final DispatcherRegistry dispatchers;

    /** Entity ids of deliveries whose entity is not in the store; the store never reuses an id. */
    private final Set<Long> deletedIds = new HashSet<>();

    /** Ids of the entities whose deliveries the sweep skips. */
    private final Set<Long> skippedIds = new HashSet<>();

    /** Entities whose deliveries the sweep may change, as last read. */
    private final Map<Long, Entity> read = new HashMap<>();

    SweepEntityFilter(EntityRegistry registry, DispatcherRegistry dispatchers) {
        this.registry = registry;
        this.dispatchers = dispatchers;
    }

    /** Begins a sweep. */
    void begin() {
        read.clear();
        skippedIds.clear();
        deletedIds.removeIf(id -> registry.known(id).isPresent());
        skippedIds.addAll(deletedIds);
        registry.known().stream().filter(this::mustSkip).map(Entity::id).forEach(skippedIds::add);
    }

    /**
     * Returns whether a sweep skips the deliveries of an entity. With {@code expireOnlyWithConsumer}, scheduled
     * deliveries also wait until a receiver is opened, which starts a sweep.
     */
    private boolean mustSkip(Entity entity) {
        return entity.unreadableReason() != null
                || (entity.options().expireOnlyWithConsumer() && !dispatchers.hasReceiver(entity.id()));
    }

    /** Returns the ids of the entities that the next read of this sweep excludes. */
    Set<Long> skippedIds() {
        return skippedIds;
    }

    /** Returns the cached entities that pass a filter, without the entities that this sweep skips. */
    List<Entity> cached(Predicate<Entity> filter) {
        return registry.known().stream()
                .filter(filter)
                .filter(entity -> !skippedIds.contains(entity.id()))
                .toList();
    }

    /** Reads the entities of deliveries from the store, and returns the deliveries that the sweep may change. */
    List<Delivery> touchable(List<Delivery> deliveries) {
        read(deliveries.stream().map(Delivery::entityId).collect(Collectors.toSet()));
        return deliveries.stream()
                .filter(delivery -> !skippedIds.contains(delivery.entityId()))
                .toList();
    }

    /** Reads an entity from the store; returns empty if the sweep skips its deliveries. */
    Optional<Entity> touchable(Entity entity) {
        read(Set.of(entity.id()));
        return Optional.ofNullable(read.get(entity.id()));
    }

    private void read(Collection<Long> ids) {
        if (ids.isEmpty()) {
            return;
        }
        Map<Long, Entity> stored = registry.stored(ids);
        for (long id : ids) {
            Entity entity = stored.get(id);
            if (entity == null) {
                deletedIds.add(id);
            }
            if (entity == null || mustSkip(entity)) {
                skippedIds.add(id);
                read.remove(id);
            } else {
                read.put(id, entity);
            }
        }
    }

    Entity of(Delivery delivery) {
        return of(delivery.entityId());
    }

    /** Returns an entity whose deliveries the sweep may change. */
    Entity of(long entityId) {
        return requireNonNull(read.get(entityId), "an entity that this sweep has read");
    }
}
