package dev.restante.node.core;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.model.Subscription;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.EntityRepository;
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
 * ({@code CachedEntitiesTest}). Methods that begin with {@code stored} read the store.
 */
public final class EntityRegistry {

    /** As many as can be read and forgotten at the same time. */
    private static final int MAX_GONE = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(EntityRegistry.class);

    private record Key(EntityKind kind, String name) {}

    private final EntityRepository repository;
    private final Map<Key, Entity> byName = new ConcurrentHashMap<>();
    private final Map<Long, Entity> byId = new ConcurrentHashMap<>();

    /** What is remembered has the maximum of its moment, so remembering and altering that take turns. */
    private final ReentrantLock remembering = new ReentrantLock();

    private volatile @Nullable Duration maximumTimeToLive;
    /** The last that were forgotten: what was read before must not come back, and ids are never given twice. */
    private final Set<Long> gone = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_GONE;
        }
    });

    public EntityRegistry(EntityRepository repository) {
        this.repository = requireNonNull(repository, "repository");
    }

    /** Returns the entity of a kind with a name as this node knows it; reads the store if it knows none. */
    public Optional<Entity> cached(EntityKind kind, String name) {
        Entity known = byName.get(new Key(kind, name));
        return known != null ? Optional.of(known) : stored(kind, name);
    }

    /** Returns the entity of a kind with a name as the store has it now. */
    public Optional<Entity> stored(EntityKind kind, String name) {
        if (!StoredText.isStorable(name)) {
            // A database would take it for another name, or fail.
            return Optional.empty();
        }
        Entity known = byName.get(new Key(kind, name));
        Optional<Entity> stored = repository.find(kind, name).map(this::rememberWithRelatives);
        if (known != null && stored.filter(found -> found.id() == known.id()).isEmpty()) {
            forget(known);
        }
        return stored;
    }

    /** Returns the queue or dead-letter queue with a full name, as {@link #cached(EntityKind, String)} does. */
    public Optional<Entity> cachedQueue(String fullName) {
        return cached(queueKind(fullName), fullName);
    }

    /** Returns the queue or dead-letter queue with a full name, as {@link #stored(EntityKind, String)} does. */
    public Optional<Entity> storedQueue(String fullName) {
        return stored(queueKind(fullName), fullName);
    }

    private static EntityKind queueKind(String fullName) {
        return fullName.endsWith(DestinationName.DEAD_LETTER_SUFFIX) ? EntityKind.DEAD_LETTER_QUEUE : EntityKind.QUEUE;
    }

    /** The entity of a kind with a name, if this node has met it; never asks the store. */
    public Optional<Entity> known(EntityKind kind, String name) {
        return Optional.ofNullable(byName.get(new Key(kind, name)));
    }

    /** The entity with an id, if this node has met it; never asks the store. */
    public Optional<Entity> known(long id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the entity with an id as this node knows it; reads the store if it knows none. */
    public Optional<Entity> cached(long id) {
        Entity known = byId.get(id);
        return known != null ? Optional.of(known) : repository.find(id).map(this::rememberWithRelatives);
    }

    /** The entity as it is known now, or the given one if it has gone. */
    public Entity current(Entity entity) {
        Entity known = byId.get(entity.id());
        return known != null ? known : entity.withMaximumTimeToLive(ceiling(entity, maximumTimeToLive));
    }

    /** The entity as the store has it now; empty, and forgotten here, if somebody has deleted it. */
    public Optional<Entity> reread(Entity entity) {
        Optional<Entity> stored = repository.find(entity.id()).map(this::rememberWithRelatives);
        if (stored.isEmpty()) {
            forget(entity);
        }
        return stored;
    }

    /** Returns the entities with these ids as the store has them now, by id; leaves out ids that no entity has. */
    public Map<Long, Entity> stored(Collection<Long> ids) {
        List<Entity> read = repository.find(ids);
        // A subscription follows the default of its topic: that has to be as recent.
        Set<Long> topics = read.stream()
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .map(Entity::parentId)
                .collect(Collectors.toSet());
        if (!topics.isEmpty()) {
            repository.find(topics).forEach(this::remember);
        }
        return read.stream().map(this::rememberWithRelatives).collect(Collectors.toMap(Entity::id, entity -> entity));
    }

    /** Creates a queue, or finds the one that somebody else created meanwhile. */
    public Entity createQueue(String name, EntityOptions options) {
        return rememberWithRelatives(repository.createQueue(name, options));
    }

    /** Creates a topic, or finds the one that somebody else created meanwhile. */
    public Entity createTopic(String name, EntityOptions options) {
        return remember(repository.createTopic(name, options));
    }

    /** Takes over what was read or created by another way. */
    public void add(Entity entity) {
        rememberWithRelatives(entity);
    }

    /** Forgets the entity with an id, and its dead-letter queue, because they are gone; never asks the store. */
    public void forgetGone(long id) {
        Entity known = byId.get(id);
        if (known == null) {
            forget(id);
        } else {
            forget(known);
        }
    }

    /** Takes over that an entity is gone. */
    public void remove(Entity entity) {
        forget(entity);
    }

    /** Creates a queue; empty if there is one of that name. */
    public Optional<Entity> addQueue(String name, EntityOptions options) {
        return repository.addQueue(name, options).map(this::rememberWithRelatives);
    }

    /** Creates a topic; empty if there is one of that name. */
    public Optional<Entity> addTopic(String name, EntityOptions options) {
        return repository.addTopic(name, options).map(this::remember);
    }

    /** Alters an entity here and in the store. */
    public Optional<Entity> alter(long id, EntityOptions options) {
        return repository.alter(id, options).map(this::remember);
    }

    /** The same, if it still is as it was seen; otherwise empty. */
    public Optional<Entity> alter(Entity seen, EntityOptions options) {
        return repository.alter(seen, options).map(this::remember);
    }

    /** Deletes an entity with its dead-letter queue. */
    public boolean delete(Entity entity) {
        boolean deleted = repository.delete(entity.id());
        forget(entity);
        return deleted;
    }

    /** Deletes a queue with its dead-letter queue unless one of them has deliveries; whether it is gone. */
    public boolean deleteEmpty(Entity entity) {
        boolean deleted = repository.deleteEmpty(entity.id());
        if (deleted) {
            forget(entity);
        }
        return deleted;
    }

    /** All entities in the store, by name. */
    public List<Entity> list() {
        return repository.list().stream().map(this::remember).toList();
    }

    /** The entities that this node has met, without asking the store. */
    public Collection<Entity> known() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** Takes over what other nodes created, altered and deleted. */
    public void refresh() {
        // What is created here while the store is read is not in the answer, and not gone either.
        Set<Long> before = Set.copyOf(byId.keySet());
        List<Entity> all = list();
        Set<Long> stored = all.stream().map(Entity::id).collect(Collectors.toSet());
        before.stream().filter(id -> !stored.contains(id)).forEach(this::forget);
    }

    /**
     * Remembers an entity, its dead-letter queue and its parents. A decision from memory may concern all of them: dead
     * letters move while the store does not answer, a subscription follows the options of its topic, and the use of a
     * dead-letter queue is a use of its queue.
     */
    private Entity rememberWithRelatives(Entity entity) {
        if (entity.deadLetterQueueId() != 0 && !byId.containsKey(entity.deadLetterQueueId())) {
            repository.find(entity.deadLetterQueueId()).ifPresent(this::remember);
        }
        return rememberWithParents(entity);
    }

    private Entity rememberWithParents(Entity entity) {
        if (entity.parentId() != 0 && !byId.containsKey(entity.parentId())) {
            repository.find(entity.parentId()).ifPresent(this::rememberWithParents);
        }
        return remember(entity);
    }

    private Entity remember(Entity read) {
        remembering.lock();
        try {
            Entity before = byId.get(read.id());
            Entity entity = withSelectorRead(read, before);
            if (gone.contains(entity.id())) {
                return entity.withMaximumTimeToLive(ceiling(entity, maximumTimeToLive));
            }
            if (entity.unreadable() != null && (before == null || before.unreadable() == null)) {
                LOG.error(
                        "What is stored about '{}' can't be read, so nobody can use it here: {}",
                        ShownText.of(entity.name()),
                        ShownText.of(entity.unreadable()));
            }
            Entity kept = byId.merge(
                    entity.id(),
                    entity.withMaximumTimeToLive(ceiling(entity, maximumTimeToLive)),
                    EntityRegistry::newer);
            byName.put(new Key(kept.kind(), kept.name()), kept);
            if (kept.kind() == EntityKind.TOPIC
                    && !Objects.equals(kept.timeToLive(), before == null ? null : before.timeToLive())) {
                capAll(each -> each.parentId() == kept.id(), maximumTimeToLive);
            }
            return kept;
        } finally {
            remembering.unlock();
        }
    }

    /**
     * A subscription whose selector can't be read gets all that is sent to its topic, so that nothing is lost; so
     * nobody may have it.
     */
    private static Entity withSelectorRead(Entity read, @Nullable Entity before) {
        String selector = selector(read);
        boolean known = before != null && before.unreadable() == null && Objects.equals(selector(before), selector);
        if (selector == null || known || read.unreadable() != null) {
            return read;
        }
        try {
            Selector unused = Selector.parse(selector);
            LOG.trace("The selector {} can be read", unused);
            return read;
        } catch (SelectorSyntaxException e) {
            return read.asUnreadable("its selector: " + e.getMessage());
        }
    }

    private static @Nullable String selector(Entity entity) {
        Subscription subscription = entity.subscription();
        return subscription == null ? null : subscription.selector();
    }

    /** What can't be read keeps the options that were last read: what is in hands or on its way goes by them. */
    private static Entity newer(Entity known, Entity read) {
        if (read.version() < known.version()) {
            return known;
        }
        return read.unreadable() == null ? read : read.with(known.options());
    }

    /** The longest that messages live in this store, as this node knows it; null for no maximum (TTL-12). */
    public @Nullable Duration maximumTimeToLive() {
        return maximumTimeToLive;
    }

    /** Lets every entity know the store's maximum; whether that is another than before. */
    public boolean capTimeToLive(@Nullable Duration maximum) {
        remembering.lock();
        try {
            boolean altered = !Objects.equals(maximum, maximumTimeToLive);
            if (altered) {
                capAll(each -> true, maximum);
                // Last: whoever reads the maximum finds it in the entities too.
                maximumTimeToLive = maximum;
            }
            return altered;
        } finally {
            remembering.unlock();
        }
    }

    @GuardedBy("remembering")
    private void capAll(Predicate<Entity> which, @Nullable Duration maximum) {
        UnaryOperator<Entity> capped =
                entity -> which.test(entity) ? entity.withMaximumTimeToLive(ceiling(entity, maximum)) : entity;
        byId.replaceAll((id, entity) -> capped.apply(entity));
        byName.replaceAll((key, entity) -> capped.apply(entity));
    }

    /**
     * What the default of an entity can't exceed: the store's maximum, and for a subscription the default of its topic
     * (TTL-12, TTL-13); null for nothing.
     */
    private @Nullable Duration ceiling(Entity entity, @Nullable Duration maximum) {
        Entity topic = entity.kind() == EntityKind.SUBSCRIPTION ? byId.get(entity.parentId()) : null;
        Duration ofTopic = topic == null ? null : topic.options().defaultTimeToLive();
        if (maximum == null || ofTopic == null) {
            return maximum == null ? ofTopic : maximum;
        }
        return ofTopic.compareTo(maximum) < 0 ? ofTopic : maximum;
    }

    private void forget(Entity entity) {
        forget(entity.id());
        forget(entity.deadLetterQueueId());
        if (entity.isDeadLetterQueue()) {
            // Only its queue takes it along.
            forget(entity.parentId());
        }
    }

    private void forget(long id) {
        remembering.lock();
        try {
            if (id != 0) {
                gone.add(id);
            }
            Entity known = byId.remove(id);
            if (known != null) {
                byName.remove(new Key(known.kind(), known.name()), known);
            }
        } finally {
            remembering.unlock();
        }
    }
}
