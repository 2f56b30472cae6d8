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
 * The statistics of a store as meters of Micrometer (VIS-10): {@code new RestanteMetrics(factory).bindTo(registry)}.
 * Needs {@code io.micrometer:micrometer-core}, which Restante only has as an optional dependency. The meters stand in
 * the administration guide.
 *
 * <p>Nothing happens until somebody reads a meter. Then one look at the store serves all meters; it is kept for a
 * while. Entities that appear get meters with the first look that finds them, and lose them with the first that does
 * not. While the store can't be asked, gauges are not a number and counters stay where they were. What the factory's
 * own connections do is timed as they do it; of entities that no look has found, such as temporary queues that are gone
 * before the next one, the timers of 1,000 at most are there.
 *
 * <p>Binding opens the store, or waits for the next reading to do so if that fails, and keeps it open until
 * {@link #close}. Thread-safe.
 */
public final class RestanteMetrics implements MeterBinder, AutoCloseable {

    /** For how long a look is kept unless something else is asked for: 5 s. */
    public static final Duration DEFAULT_KEPT = Duration.ofSeconds(5);

    private static final String ENTITIES = "restante.entities";
    private static final String BLOCKED_DELETIONS = "restante.deletions.blocked";
    private static final List<String> OF_THE_STORE = List.of(ENTITIES, BLOCKED_DELETIONS);

    private final RestanteConnectionFactory factory;
    private final RecentStatistics recent;
    private final Tags tags;
    private final OperationTimers timers;

    /** For each registry and entity its meters. */
    private final ConcurrentMap<MeterRegistry, Map<EntitySummary, List<Meter>>> bound = new ConcurrentHashMap<>();

    /**
     * Held while meters come and go. A reader that finds it held does not wait: whoever holds it may be waiting for the
     * registry.
     */
    private final ReentrantLock changing = new ReentrantLock();

    /** What the meters were brought up to date with last. */
    private volatile @Nullable StoreStatistics refreshed;

    /** The number of blocked deletions that the last look has found. */
    private volatile long lastBlockedDeletions;

    private volatile boolean closed;

    /** Meters of all entities of a store that are not temporary. */
    public RestanteMetrics(RestanteConnectionFactory factory) {
        this(factory, EntityFilter.all().withTemporary(false), DEFAULT_KEPT, Tags.empty());
    }

    /**
     * Meters of some entities of a store.
     *
     * @param entities which ones; whatever they are, the whole store is counted
     * @param kept for how long a look is kept at least: it is also kept for ten times as long as it took, so that
     *     however much is stored, looking takes a tenth of one thread's time at most. Zero for a look at each reading
     *     of each meter, which is for tests
     * @param tags added to all meters, such as one for the store where an application has several
     */
    public RestanteMetrics(
            RestanteConnectionFactory factory, EntityFilter entities, Duration kept, Iterable<Tag> tags) {
        this.factory = requireNonNull(factory, "factory");
        requireNonNull(entities, "entities");
        this.recent = new RecentStatistics(factory, entities, kept);
        this.tags = Tags.of(tags);
        this.timers = new OperationTimers(entities, this.tags);
    }

    /**
     * Adds the meters to a registry, and those of what appears later as well. Binding to one registry again does
     * nothing.
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        requireNonNull(registry, "registry");
        if (added(registry)) {
            latest();
        }
    }

    /** Adds what does not depend on entities, unless it is there already or all is over. */
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
                .description("Deletions that failed because transactions that may have sent to the entity did not end")
                .tags(tags)
                .register(registry);
        timers.bindTo(registry);
        factory.addObserver(timers);
        refreshed = null;
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

    /** What the meters show now; null if the store can't be asked. */
    private @Nullable StoreStatistics latest() {
        StoreStatistics found = recent.current();
        if (found != null) {
            refresh(found);
        }
        return found;
    }

    /** Brings the meters up to date with a look, unless it has, or somebody else is at it. */
    @SuppressWarnings("ReferenceEquality") // of one look, not of what it has found
    private void refresh(StoreStatistics found) {
        if (found == refreshed || !changing.tryLock()) {
            return;
        }
        try {
            if (!closed) {
                Set<EntitySummary> now = new LinkedHashSet<>(found.queues().keySet());
                now.addAll(found.topics().keySet());
                bound.forEach((registry, meters) -> refresh(registry, meters, now));
                timers.found(now);
                refreshed = found;
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
                meters.put(entity, new EntityMeters(this::latest, entity, tags).register(registry));
            }
        }
    }

    /** Removes all meters, and lets go of the store. Closing again does nothing. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
            factory.removeObserver(timers);
            bound.forEach((registry, meters) -> {
                new ArrayList<>(meters.values()).forEach(some -> some.forEach(registry::remove));
                OF_THE_STORE.forEach(
                        name -> registry.find(name).tags(tags).meters().forEach(registry::remove));
            });
            bound.clear();
            timers.clear();
        } finally {
            changing.unlock();
        }
        recent.close();
    }
}
