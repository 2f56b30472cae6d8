package dev.restante.node.expiry;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.Dispatchers;
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
 * Entities of the deliveries that a sweep finds, with the options that the store has for them.
 *
 * <p>The cache of this node may lack an entity that another node created a moment ago, or hold former options. So the
 * cache only says where a sweep need not look. Before the sweep touches a delivery it reads the entity from the store.
 *
 * <p>Deliveries stay untouched in three cases:
 *
 * <ul>
 *   <li>the entity has {@code expiryOnlyWhenActive}, and this node has no receiver of it (TTL-02);
 *   <li>this node cannot read what the store has about the entity;
 *   <li>the store has no such entity. An administrator decides about these deliveries (BEY-09).
 * </ul>
 *
 * <p>A sweep leaves such entities out of its further reads. So their deliveries fill no page twice, and hide no other
 * delivery. Not thread-safe: belongs to the sweeper's thread.
 */
final class SweptEntities {

    private final EntityRegistry registry;
    private final Dispatchers dispatchers;

    /** The ids of deliveries for which the store has no entity; the store never gives an id twice. */
    private final Set<Long> missing = new HashSet<>();

    /** The ids of the entities whose deliveries the sweep leaves alone. */
    private final Set<Long> left = new HashSet<>();

    /** The entities whose deliveries the sweep may touch, as it has read them last. */
    private final Map<Long, Entity> read = new HashMap<>();

    SweptEntities(EntityRegistry registry, Dispatchers dispatchers) {
        this.registry = registry;
        this.dispatchers = dispatchers;
    }

    /** Begins a sweep. */
    void begin() {
        read.clear();
        left.clear();
        missing.removeIf(id -> registry.known(id).isPresent());
        left.addAll(missing);
        registry.known().stream().filter(this::stays).map(Entity::id).forEach(left::add);
    }

    /**
     * Returns whether a sweep leaves the deliveries of an entity alone. A scheduled delivery waits too: no consumer
     * would receive it, and opening a receiver starts a sweep.
     */
    private boolean stays(Entity entity) {
        return entity.unreadable() != null
                || (entity.options().expiryOnlyWhenActive() && !dispatchers.active(entity.id()));
    }

    /** Returns the ids of the entities that the next read of this sweep leaves out. */
    Set<Long> left() {
        return left;
    }

    /** Returns the cached entities that pass a test, without those that this sweep leaves out. */
    List<Entity> cached(Predicate<Entity> wanted) {
        return registry.known().stream()
                .filter(wanted)
                .filter(entity -> !left.contains(entity.id()))
                .toList();
    }

    /** Reads the entities of some deliveries from the store, and returns the deliveries that the sweep may touch. */
    List<Delivery> touchable(List<Delivery> deliveries) {
        read(deliveries.stream().map(Delivery::entityId).collect(Collectors.toSet()));
        return deliveries.stream()
                .filter(delivery -> !left.contains(delivery.entityId()))
                .toList();
    }

    /** Reads an entity from the store; returns nothing if the sweep leaves its deliveries alone. */
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
                missing.add(id);
            }
            if (entity == null || stays(entity)) {
                left.add(id);
                read.remove(id);
            } else {
                read.put(id, entity);
            }
        }
    }

    /** Returns the entity of a delivery that the sweep may touch. */
    Entity of(Delivery delivery) {
        return of(delivery.entityId());
    }

    /** Returns an entity whose deliveries the sweep may touch. */
    Entity of(long entityId) {
        return requireNonNull(read.get(entityId), "an entity that this sweep has read");
    }
}
