package dev.restante.metrics;

import static java.util.Objects.requireNonNull;

import dev.restante.RecentStatistics;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.StoreStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer binder for the statistics of a store (VIS-10): {@code new RestanteMetrics(factory).bindTo(registry)}.
 * Requires {@code io.micrometer:micrometer-core}, an optional dependency. The administration guide lists the meters.
 *
 * <p>Reading a meter triggers one statistics query for all meters, whose result is cached for a while. The first query
 * that finds a new entity adds meters for it, and the first query that does not find the entity removes them. While the
 * store cannot be queried, gauges are NaN and counters keep their values.
 *
 * <p>Timers measure the operations of the factory's own connections immediately. At most 1,000 entities that no query
 * has found have timers, for example short-lived temporary queues.
 *
 * <p>Binding opens the store and keeps it open until {@link #close}. If the store cannot be opened, the next reading of
 * a meter tries again. Thread-safe.
 */
public final class RestanteMetrics implements MeterBinder, AutoCloseable {

    /** Default of the shortest time for which the result of a statistics query is cached: 5 s. */
    public static final Duration DEFAULT_CACHE_DURATION = Duration.ofSeconds(5);

    private static final String ENTITIES = "restante.entities";
    private static final String BLOCKED_DELETIONS = "restante.deletions.blocked";
    private static final List<String> STORE_METERS = List.of(ENTITIES, BLOCKED_DELETIONS);

    private final RestanteConnectionFactory factory;
    private final RecentStatistics statistics;
    private final Tags tags;
    private final OperationTimers timers;

    /** The meters of each entity in each registry. */
    private final ConcurrentMap<MeterRegistry, Map<EntitySummary, List<Meter>>> bound = new ConcurrentHashMap<>();

    /**
     * Held while meters are added or removed. A thread that reads a meter never waits for this lock, because the owner
     * of the lock may wait for the registry.
     */
    private final ReentrantLock changing = new ReentrantLock();

    /** The statistics for which meters were last added and removed. */
    private volatile @Nullable StoreStatistics lastApplied;

    /** The number of blocked deletions in the last statistics. */
    private volatile long lastBlockedDeletions;

    private volatile boolean closed;

    /** Creates a binder for all entities of a store except temporary ones. */
    public RestanteMetrics(RestanteConnectionFactory factory) {
        this(factory, EntityFilter.all().withTemporary(false), DEFAULT_CACHE_DURATION, Tags.empty());
    }

    /**
     * Creates a binder for some entities of a store.
     *
     * @param entities the filter of the entities with meters; statistics queries always read the whole store
     * @param cacheDuration the shortest time for which the result of a statistics query is cached. The result is also
     *     cached for ten times the duration of its query, so that queries use at most a tenth of one thread's time.
     *     Zero means a query at each reading of a meter, for tests
     * @param tags the tags of all meters, such as a tag for the store in an application with several stores
     */
    public RestanteMetrics(
            RestanteConnectionFactory factory, EntityFilter entities, Duration cacheDuration, Iterable<Tag> tags) {
        this.factory = requireNonNull(factory, "factory");
        requireNonNull(entities, "entities");
        this.statistics = new RecentStatistics(factory, entities, cacheDuration);
        this.tags = Tags.of(tags);
        this.timers = new OperationTimers(entities, this.tags);
    }

    /** Adds the meters of present and future entities to a registry, unless they are already there. */
    @Override
    public void bindTo(MeterRegistry registry) {
        requireNonNull(registry, "registry");
        if (added(registry)) {
            latest();
        }
    }

    /**
     * Adds the meters of the store unless the registry has them or this binder is closed, and returns whether it added
     * them.
     */
    private boolean added(MeterRegistry registry) {
        changing.lock();
        try {
            if (closed || bound.putIfAbsent(registry, new ConcurrentHashMap<>()) != null) {
                return false;
            }
            bind(registry);
            return true;
        } finally {
            changing.unlock();
        }
    }

    private void bind(MeterRegistry registry) {
        Gauge.builder(ENTITIES, this, RestanteMetrics::entities)
                .description("Queues, topics, subscriptions and dead-letter queues that have meters")
                .tags(tags)
                .strongReference(true)
                .register(registry);
        FunctionCounter.builder(BLOCKED_DELETIONS, this, RestanteMetrics::blockedDeletions)
                .description(
                        "Deletions that failed because transactions that may have sent to the entity were still open")
                .tags(tags)
                .register(registry);
        timers.bindTo(registry);
        factory.addObserver(timers);
        lastApplied = null;
    }

    private double entities() {
        StoreStatistics found = latest();
        return found == null
                ? Double.NaN
                : found.queues().size() + found.topics().size();
    }

    private double blockedDeletions() {
        StoreStatistics found = latest();
        if (found != null) {
            lastBlockedDeletions = found.blockedDeletions();
        }
        return lastBlockedDeletions;
    }

    /** Returns current statistics after it has updated the meters; null if the store cannot be queried. */
    private @Nullable StoreStatistics latest() {
        StoreStatistics found = statistics.current();
        if (found != null) {
            refresh(found);
        }
        return found;
    }

    /** Adds and removes meters according to new statistics, unless another thread does this at the moment. */
    @SuppressWarnings("ReferenceEquality") // compares the objects, not the statistics
    private void refresh(StoreStatistics found) {
        if (found == lastApplied || !changing.tryLock()) {
            return;
        }
        try {
            if (!closed) {
                Set<EntitySummary> now = new LinkedHashSet<>(found.queues().keySet());
                now.addAll(found.topics().keySet());
                bound.forEach((registry, meters) -> refresh(registry, meters, now));
                timers.onEntities(now);
                lastApplied = found;
            }
        } finally {
            changing.unlock();
        }
    }

    private void refresh(MeterRegistry registry, Map<EntitySummary, List<Meter>> meters, Set<EntitySummary> now) {
        meters.entrySet().removeIf(entity -> {
            boolean gone = !now.contains(entity.getKey());
            if (gone) {
                entity.getValue().forEach(registry::remove);
            }
            return gone;
        });
        for (EntitySummary entity : now) {
            if (!meters.containsKey(entity)) {
                meters.put(entity, new EntityMeters(registry, this::latest, entity, tags).register());
            }
        }
    }

    /** Removes all meters and releases the store. Closing again has no effect. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
            factory.removeObserver(timers);
            bound.forEach((registry, meters) -> {
                new ArrayList<>(meters.values()).forEach(some -> some.forEach(registry::remove));
                STORE_METERS.forEach(
                        name -> registry.find(name).tags(tags).meters().forEach(registry::remove));
            });
            bound.clear();
            timers.clear();
        } finally {
            changing.unlock();
        }
        statistics.close();
    }
}
