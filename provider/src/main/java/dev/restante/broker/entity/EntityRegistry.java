package dev.restante.broker.entity;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.store.EntityRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entities as this node knows them: a cache of the store, refreshed by {@link #refresh} where other nodes can alter them. Thread-safe; an entity that was found once is found
 * again without the store.
 */
public final class EntityRegistry {

    private record Key(EntityKind kind, String name) {}

    private final EntityRepository repository;
    private final Map<Key, Entity> byName = new ConcurrentHashMap<>();
    private final Map<Long, Entity> byId = new ConcurrentHashMap<>();

    public EntityRegistry(EntityRepository repository) {
        this.repository = requireNonNull(repository, "repository");
    }

    /** The entity of a kind with a name. */
    public Optional<Entity> find(EntityKind kind, String name) {
        Entity known = byName.get(new Key(kind, name));
        return known != null ? Optional.of(known) : repository.find(kind, name).map(this::remember);
    }

    /** The entity with an id. */
    public Optional<Entity> find(long id) {
        Entity known = byId.get(id);
        return known != null ? Optional.of(known) : repository.find(id).map(this::remember);
    }

    /** The entity as it is known now, or the given one if it has gone. */
    public Entity current(Entity entity) {
        Entity known = byId.get(entity.id());
        return known != null ? known : entity;
    }

    /** Creates a queue, or finds the one that somebody else created meanwhile. */
    public Entity createQueue(String name, EntityOptions options) {
        Entity queue = remember(repository.createQueue(name, options));
        repository.find(queue.deadLetterQueueId()).ifPresent(this::remember);
        return queue;
    }

    /** Alters an entity here and in the store. */
    public Optional<Entity> alter(long id, EntityOptions options) {
        return repository.alter(id, options).map(this::remember);
    }

    /** Deletes an entity with its dead-letter queue. */
    public boolean delete(Entity entity) {
        forget(entity.id());
        forget(entity.deadLetterQueueId());
        return repository.delete(entity.id());
    }

    /** All entities in the store, by name. */
    public List<Entity> list() {
        List<Entity> all = repository.list();
        all.forEach(this::remember);
        return all;
    }

    /** The entities that this node has met, without asking the store. */
    public Collection<Entity> known() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** Takes over what other nodes created, altered and deleted. */
    public void refresh() {
        List<Entity> all = list();
        byId.keySet().stream()
                .filter(id -> all.stream().noneMatch(entity -> entity.id() == id))
                .forEach(this::forget);
    }

    private Entity remember(Entity entity) {
        Entity kept =
                byId.merge(entity.id(), entity, (known, read) -> read.version() >= known.version() ? read : known);
        byName.put(new Key(kept.kind(), kept.name()), kept);
        return kept;
    }

    private void forget(long id) {
        Entity known = byId.remove(id);
        if (known != null) {
            byName.remove(new Key(known.kind(), known.name()));
        }
    }
}
