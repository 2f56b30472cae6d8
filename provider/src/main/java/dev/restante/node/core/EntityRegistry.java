package dev.restante.node.core;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredTextKind;
import dev.restante.model.Subscription;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.EntityRepository;
import dev.restante.store.EntityRepository.EmptyDeletionResult;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of the store's entities, refreshed by {@link #refresh} where other nodes can alter them. Thread-safe.
 *
 * <p>Methods that begin with {@code cached} answer from memory where they can. Another node may have deleted such an
 * entity, and created another one with its name. Only callers whose batch checks the entity at commit may use them
 * ({@code CachedEntityByNameTest}). Methods that begin with {@code stored} read the store.
 */
public final class EntityRegistry {

    /** Upper limit for the entities that are deleted while a store query runs. */
    private static final int MAX_GONE = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(EntityRegistry.class);

    private record EntityKey(EntityKind kind, String name) {}

    private final EntityRepository repository;
    private final Map<EntityKey, Entity> byName = new ConcurrentHashMap<>();
    private final Map<Long, Entity> byId = new ConcurrentHashMap<>();

    /** Lock that makes each cached entity consistent with the maximum time to live. */
    private final ReentrantLock cacheLock = new ReentrantLock();

    private volatile @Nullable Duration maximumTimeToLive;
    /**
     * Ids of the entities deleted last. A store query that began before the deletion must not put them back into the
     * cache.
     */
    private final Set<Long> deletedIds = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_GONE;
        }
    });

    public EntityRegistry(EntityRepository repository) {
        this.repository = requireNonNull(repository, "repository");
    }

    /** Returns the entity with a kind and name from the cache; reads the store if the cache does not contain it. */
    public Optional<Entity> cached(EntityKind kind, String name) {
        Entity known = byName.get(new EntityKey(kind, name));
        return known != null ? Optional.of(known) : stored(kind, name);
    }

    /** Returns the entity with a kind and name from the store. */
    public Optional<Entity> stored(EntityKind kind, String name) {
        if (!StoredTextKind.isStorable(name)) {
            // A database would fail or compare a different name.
            return Optional.empty();
        }
        Entity known = byName.get(new EntityKey(kind, name));
        Optional<Entity> stored = repository.find(kind, name).map(this::rememberWithRelatives);
        if (known != null && stored.filter(found -> found.id() == known.id()).isEmpty()) {
            uncache(known);
        }
        return stored;
    }

    /** Returns the queue or dead-letter queue with a full name, like {@link #cached(EntityKind, String)}. */
    public Optional<Entity> cachedQueue(String fullName) {
        return cached(queueKind(fullName), fullName);
    }

    /** Returns the queue or dead-letter queue with a full name, like {@link #stored(EntityKind, String)}. */
    public Optional<Entity> storedQueue(String fullName) {
        return stored(queueKind(fullName), fullName);
    }

    private static EntityKind queueKind(String fullName) {
        return fullName.endsWith(DestinationName.DEAD_LETTER_SUFFIX) ? EntityKind.DEAD_LETTER_QUEUE : EntityKind.QUEUE;
    }

    /** Returns the entity with a kind and name from the cache, without reading the store. */
    public Optional<Entity> known(EntityKind kind, String name) {
        return Optional.ofNullable(byName.get(new EntityKey(kind, name)));
    }

    /** Returns whether the cache contains the queue, dead-letter queue or topic with a name. */
    public boolean isKnown(DestinationName name) {
        EntityKind kind = name.kind() == EntityKind.QUEUE ? queueKind(name.name()) : name.kind();
        return byName.containsKey(new EntityKey(kind, name.name()));
    }

    /** Returns the entity with an id from the cache, without reading the store. */
    public Optional<Entity> known(long id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the name of an entity for log lines, or its id if the cache does not contain the entity. */
    public String describe(long id) {
        Entity known = byId.get(id);
        return known == null ? "entity " + id : DisplayText.quote(known.name());
    }

    /** Returns the entity with an id from the cache; reads the store if the cache does not contain it. */
    public Optional<Entity> cached(long id) {
        Entity known = byId.get(id);
        return known != null ? Optional.of(known) : repository.find(id).map(this::rememberWithRelatives);
    }

    /** Returns the cached state of an entity, or the given state if the cache does not contain the entity. */
    public Entity current(Entity entity) {
        Entity known = byId.get(entity.id());
        return known != null ? known : entity.withMaximumTimeToLive(timeToLiveLimit(entity, maximumTimeToLive));
    }

    /** Returns the entity from the store; empty, and removed from the cache, if it was deleted. */
    public Optional<Entity> readAgain(Entity entity) {
        Optional<Entity> stored = repository.find(entity.id()).map(this::rememberWithRelatives);
        if (stored.isEmpty()) {
            uncache(entity);
        }
        return stored;
    }

    /** Returns whether the store says that an entity was deleted; false if the store does not answer. */
    public boolean isDeleted(Entity entity) {
        try {
            return readAgain(entity).isEmpty();
        } catch (StoreException e) {
            LOG.debug("It is unknown whether '{}' was deleted", entity.name(), e);
            return false;
        }
    }

    /** Returns the entities with these ids from the store, by id; leaves out ids that no entity has. */
    public Map<Long, Entity> stored(Collection<Long> ids) {
        List<Entity> read = repository.find(ids);
        // The default time to live of a subscription depends on its topic, which must be equally recent.
        Set<Long> topics = read.stream()
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .map(Entity::parentId)
                .collect(Collectors.toSet());
        if (!topics.isEmpty()) {
            repository.find(topics).forEach(this::cache);
        }
        return read.stream().map(this::rememberWithRelatives).collect(Collectors.toMap(Entity::id, entity -> entity));
    }

    /** Returns the queue with a name, and creates it if it does not exist. */
    public Entity getOrCreateQueue(String name, EntityOptions options) {
        return rememberWithRelatives(repository.findOrCreateQueue(name, options));
    }

    /** Returns the topic with a name, and creates it if it does not exist. */
    public Entity getOrCreateTopic(String name, EntityOptions options) {
        return cache(repository.findOrCreateTopic(name, options));
    }

    /** Adds an entity that another component read or created. */
    public void put(Entity entity) {
        rememberWithRelatives(entity);
    }

    /** Removes a deleted entity and its dead-letter queue from the cache, without reading the store. */
    public void removeDeleted(long id) {
        Entity known = byId.get(id);
        if (known == null) {
            uncache(id);
        } else {
            uncache(known);
        }
    }

    public void removeDeleted(Entity entity) {
        uncache(entity);
    }

    public Optional<Entity> createQueueIfAbsent(String name, EntityOptions options) {
        return repository.createQueueIfAbsent(name, options).map(this::rememberWithRelatives);
    }

    public Optional<Entity> createTopicIfAbsent(String name, EntityOptions options) {
        return repository.createTopicIfAbsent(name, options).map(this::cache);
    }

    /** Changes the own options of an entity if they are still as expected; returns empty otherwise. */
    public Optional<Entity> alter(Entity expected, EntityOptions options) {
        return repository.alter(expected, options).map(this::cache);
    }

    /** Deletes an entity together with its dead-letter queue. */
    public boolean delete(Entity entity) {
        boolean deleted = repository.delete(entity.id());
        uncache(entity);
        return deleted;
    }

    /** Deletes a queue with its dead-letter queue if both have no deliveries. */
    public EmptyDeletionResult deleteEmpty(Entity entity) {
        EmptyDeletionResult result = repository.deleteEmpty(entity.id());
        if (result != EmptyDeletionResult.HAS_DELIVERIES) {
            uncache(entity);
        }
        return result;
    }

    public List<Entity> list() {
        return repository.list().stream().map(this::cache).toList();
    }

    /** Returns the entities in the cache, without reading the store. */
    public Collection<Entity> known() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** Applies to the cache all changes that other nodes made. */
    public void refresh() {
        // An entity that this node creates during the query may be missing from the result, and must stay in the cache.
        Set<Long> before = Set.copyOf(byId.keySet());
        List<Entity> all = list();
        Set<Long> stored = all.stream().map(Entity::id).collect(Collectors.toSet());
        before.stream().filter(id -> !stored.contains(id)).forEach(this::uncache);
    }

    /**
     * Caches an entity, its dead-letter queue and its parents, so that later decisions need no store access.
     *
     * <p>Examples are the dead-letter target while the store is unreachable, and the options that a subscription
     * inherits.
     */
    private Entity rememberWithRelatives(Entity entity) {
        if (entity.deadLetterQueueId() != 0 && !byId.containsKey(entity.deadLetterQueueId())) {
            cacheDeadLetterQueue(entity);
        }
        return rememberWithParents(entity);
    }

    /**
     * Caches the dead-letter queue of an entity. A failure of the store is no failure of the caller, who may just have
     * created the entity: {@link #cached(long)} reads what the cache does not contain.
     */
    private void cacheDeadLetterQueue(Entity entity) {
        try {
            repository.find(entity.deadLetterQueueId()).ifPresent(this::cache);
        } catch (StoreException e) {
            LOG.debug("The dead-letter queue of '{}' is read when it is needed", entity.name(), e);
        }
    }

    private Entity rememberWithParents(Entity entity) {
        if (entity.parentId() > 0 && !byId.containsKey(entity.parentId())) {
            repository.find(entity.parentId()).ifPresent(this::rememberWithParents);
        }
        return cache(entity);
    }

    private Entity cache(Entity read) {
        cacheLock.lock();
        try {
            Entity before = byId.get(read.id());
            Entity entity = withSelectorRead(read, before);
            if (deletedIds.contains(entity.id())) {
                return entity.withMaximumTimeToLive(timeToLiveLimit(entity, maximumTimeToLive));
            }
            if (entity.unreadableReason() != null && (before == null || before.unreadableReason() == null)) {
                LOG.error(
                        "This node cannot read the stored options or selector of '{}',"
                                + " so applications cannot use it here: {}",
                        DisplayText.shorten(entity.name()),
                        DisplayText.shorten(entity.unreadableReason()));
            }
            Entity kept = byId.merge(
                    entity.id(),
                    entity.withMaximumTimeToLive(timeToLiveLimit(entity, maximumTimeToLive)),
                    EntityRegistry::newer);
            byName.put(new EntityKey(kept.kind(), kept.name()), kept);
            if (kept.kind() == EntityKind.TOPIC
                    && !Objects.equals(
                            kept.effectiveTimeToLive(), before == null ? null : before.effectiveTimeToLive())) {
                capAll(each -> each.parentId() == kept.id(), maximumTimeToLive);
            }
            return kept;
        } finally {
            cacheLock.unlock();
        }
    }

    /**
     * Marks a subscription as unreadable if its selector cannot be parsed. It then stores all messages of its topic, so
     * that none is lost, and rejects consumers.
     */
    private static Entity withSelectorRead(Entity read, @Nullable Entity before) {
        String selector = selector(read);
        boolean known =
                before != null && before.unreadableReason() == null && Objects.equals(selector(before), selector);
        if (selector == null || known || read.unreadableReason() != null) {
            return read;
        }
        try {
            Selector unused = Selector.parseStored(selector);
            LOG.trace("The selector {} is valid", unused);
            return read;
        } catch (SelectorSyntaxException e) {
            return read.unreadable("its selector: " + e.getMessage());
        }
    }

    private static @Nullable String selector(Entity entity) {
        Subscription subscription = entity.subscription();
        return subscription == null ? null : subscription.selector();
    }

    /** Returns the newer state. An unreadable entity keeps the options that were read last, for messages in flight. */
    private static Entity newer(Entity known, Entity read) {
        if (read.version() < known.version()) {
            return known;
        }
        return read.unreadableReason() == null ? read : read.with(known.options());
    }

    /** Returns the cached maximum time to live of the store; null for no maximum (TTL-12). */
    public @Nullable Duration maximumTimeToLive() {
        return maximumTimeToLive;
    }

    /**
     * Applies the maximum time to live of the store to all cached entities; returns whether it differs from the
     * previous one.
     */
    public boolean capTimeToLive(@Nullable Duration maximum) {
        cacheLock.lock();
        try {
            boolean altered = !Objects.equals(maximum, maximumTimeToLive);
            if (altered) {
                capAll(each -> true, maximum);
                // Set last, so that a thread which reads the maximum finds it in the entities, too.
                maximumTimeToLive = maximum;
            }
            return altered;
        } finally {
            cacheLock.unlock();
        }
    }

    @GuardedBy("cacheLock")
    private void capAll(Predicate<Entity> which, @Nullable Duration maximum) {
        UnaryOperator<Entity> capped =
                entity -> which.test(entity) ? entity.withMaximumTimeToLive(timeToLiveLimit(entity, maximum)) : entity;
        byId.replaceAll((id, entity) -> capped.apply(entity));
        byName.replaceAll((key, entity) -> capped.apply(entity));
    }

    /**
     * Returns the limit for the default time to live of an entity; null for no limit (TTL-12, TTL-13). The limit is the
     * maximum of the store or, for a subscription, the smaller of that maximum and the default of its topic.
     */
    private @Nullable Duration timeToLiveLimit(Entity entity, @Nullable Duration maximum) {
        Entity topic = entity.kind() == EntityKind.SUBSCRIPTION ? byId.get(entity.parentId()) : null;
        Duration ofTopic = topic == null ? null : topic.options().defaultTimeToLive();
        if (maximum == null || ofTopic == null) {
            return maximum == null ? ofTopic : maximum;
        }
        return ofTopic.compareTo(maximum) < 0 ? ofTopic : maximum;
    }

    private void uncache(Entity entity) {
        uncache(entity.id());
        uncache(entity.deadLetterQueueId());
        if (entity.isDeadLetterQueue()) {
            // A dead-letter queue is deleted only together with its queue.
            uncache(entity.parentId());
        }
    }

    private void uncache(long id) {
        cacheLock.lock();
        try {
            if (id != 0) {
                deletedIds.add(id);
            }
            Entity known = byId.remove(id);
            if (known != null) {
                byName.remove(new EntityKey(known.kind(), known.name()), known);
            }
        } finally {
            cacheLock.unlock();
        }
    }
}
