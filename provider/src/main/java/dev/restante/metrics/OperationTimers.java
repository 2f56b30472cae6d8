package dev.restante.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedEntity;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer timers of sends, deliveries, processing and settlements of one connection factory. A timer is registered
 * when it first records a time, and removed with its entity. Thread-safe: timers are read without a lock, and added and
 * removed with a lock.
 */
final class OperationTimers implements MessageObserver {

    /**
     * The largest number of unlisted entities with timers; above this number the oldest of them loses its timers. An
     * entity is unlisted if no statistics query has found it. Temporary queues can be deleted before the next query,
     * and there may be no further query.
     */
    static final int MAX_UNLISTED = 1_000;

    private static final String NONE = "none";

    private record TimedEntity(EntityType type, String name) {

        static TimedEntity of(ObservedEntity entity) {
            return new TimedEntity(
                    switch (entity.kind()) {
                        case QUEUE -> EntityType.QUEUE;
                        case TOPIC -> EntityType.TOPIC;
                        case SUBSCRIPTION -> EntityType.SUBSCRIPTION;
                        case DEAD_LETTER_QUEUE -> EntityType.DEAD_LETTER_QUEUE;
                    },
                    entity.name());
        }
    }

    private record TimedOperation(String name, String settlement, String error) {}

    private final EntityFilter entities;
    private final Tags common;

    /** Timers of each entity and operation by registry; changed only with the lock. */
    private final Map<TimedEntity, Map<TimedOperation, List<Timer>>> timers = new ConcurrentHashMap<>();

    /**
     * Held while timers are added to or removed from registries. Code that a registry may call must not wait for this
     * lock.
     */
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<MeterRegistry> registries = new ArrayList<>();

    /** Last listed entities. */
    @GuardedBy("lock")
    private Set<TimedEntity> listedEntities = Set.of();

    /** Unlisted entities with timers, the oldest first. True if the entity had timers at the last statistics query. */
    @GuardedBy("lock")
    private final Map<TimedEntity, Boolean> unlistedEntities = new LinkedHashMap<>();

    OperationTimers(EntityFilter entities, Tags common) {
        this.entities = entities;
        this.common = common;
    }

    /** Adds the existing and future timers to a registry. */
    void bindTo(MeterRegistry registry) {
        lock.lock();
        try {
            registries.add(registry);
            timers.forEach(
                    (entity, operations) -> operations.replaceAll((operation, before) -> timersOf(entity, operation)));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the timers of deleted entities after a statistics query.
     *
     * <p>An entity is deleted if an earlier query found it and this query did not. An unlisted entity counts as deleted
     * if two queries in succession did not find it. The first of them may have begun before the entity was created.
     *
     * @param entities the entities that the query found
     */
    void onEntities(Collection<EntitySummary> entities) {
        if (!lock.tryLock()) {
            // The next query repeats this.
            return;
        }
        try {
            Set<TimedEntity> before = listedEntities;
            listedEntities = entities.stream()
                    .map(each -> new TimedEntity(each.type(), each.name()))
                    .collect(Collectors.toUnmodifiableSet());
            for (TimedEntity each : List.copyOf(timers.keySet())) {
                if (!listedEntities.contains(each)
                        && (before.contains(each) || unlistedEntities.getOrDefault(each, false))) {
                    remove(each);
                }
            }
            unlistedEntities.keySet().removeAll(listedEntities);
            unlistedEntities.replaceAll((entity, missed) -> true);
        } finally {
            lock.unlock();
        }
    }

    /** Removes all timers. */
    void clear() {
        lock.lock();
        try {
            List.copyOf(timers.keySet()).forEach(this::remove);
            registries.clear();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void remove(TimedEntity entity) {
        unlistedEntities.remove(entity);
        Map<TimedOperation, List<Timer>> removed = timers.remove(entity);
        if (removed != null) {
            removed.values().forEach(some -> some.forEach(timer -> registries.forEach(each -> each.remove(timer))));
        }
    }

    private void record(String name, ObservedEntity observedEntity, String settlement, String error, long nanos) {
        TimedEntity entity = TimedEntity.of(observedEntity);
        if (entities.matches(entity.type(), observedEntity.name(), !observedEntity.permanent())) {
            TimedOperation operation = new TimedOperation(name, settlement, error);
            Map<TimedOperation, List<Timer>> ofEntity = timers.get(entity);
            List<Timer> present = ofEntity == null ? null : ofEntity.get(operation);
            for (Timer timer : present == null ? added(entity, operation) : present) {
                timer.record(nanos, TimeUnit.NANOSECONDS);
            }
        }
    }

    private List<Timer> added(TimedEntity entity, TimedOperation operation) {
        lock.lock();
        try {
            if (registries.isEmpty()) {
                return List.of();
            }
            if (!listedEntities.contains(entity)
                    && unlistedEntities.putIfAbsent(entity, false) == null
                    && unlistedEntities.size() > MAX_UNLISTED) {
                remove(unlistedEntities.keySet().iterator().next());
            }
            return timers.computeIfAbsent(entity, missing -> new ConcurrentHashMap<>())
                    .computeIfAbsent(operation, missing -> timersOf(entity, operation));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Timer> timersOf(TimedEntity entity, TimedOperation operation) {
        return registries.stream()
                .map(registry -> timerOf(entity, operation, registry))
                .toList();
    }

    private Timer timerOf(TimedEntity entity, TimedOperation operation, MeterRegistry registry) {
        Tags tags = common.and("entity", entity.name(), "kind", EntityMeters.kind(entity.type()));
        return switch (operation.name()) {
            case "restante.send" ->
                Timer.builder(operation.name())
                        .description("Duration of sends until the message is stored as its delivery mode requires")
                        .tags(tags.and("error", operation.error()))
                        .register(registry);
            case "restante.delivery.wait" ->
                Timer.builder(operation.name())
                        .description("Time from the availability of a message to its first delivery to an application")
                        .tags(tags)
                        .register(registry);
            case "restante.processing" ->
                Timer.builder(operation.name())
                        .description("Time from the delivery of a message to an application until its settlement")
                        .tags(tags)
                        .register(registry);
            default ->
                Timer.builder(operation.name())
                        .description("Duration of settlements until the store has committed them")
                        .tags(tags.and("settlement", operation.settlement(), "error", operation.error()))
                        .register(registry);
        };
    }

    private static String error(@Nullable Throwable failure) {
        return failure == null ? NONE : failure.getClass().getSimpleName();
    }

    @Override
    public ObservedOperation sendStarted(MessageToSend message) {
        ObservedEntity entity = message.entity();
        long startNanos = System.nanoTime();
        return failure -> record("restante.send", entity, NONE, error(failure), System.nanoTime() - startNanos);
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration waitTime) {
        messages.forEach(this::recordDelivery);
    }

    @Override
    public @Nullable ObservedOperation processStarted(DeliveredMessage message) {
        recordDelivery(message);
        return null;
    }

    /** Records the waiting time of a first delivery, because that of a redelivery is unknown. */
    private void recordDelivery(DeliveredMessage message) {
        if (message.deliveryCount() == 1) {
            record(
                    "restante.delivery.wait",
                    message.entity(),
                    NONE,
                    NONE,
                    TimeUnit.NANOSECONDS.convert(message.timeAvailable()));
        }
    }

    @Override
    public ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
        Set<ObservedEntity> entities = new LinkedHashSet<>();
        for (DeliveredMessage message : messages) {
            ObservedEntity entity = message.entity();
            entities.add(entity);
            record("restante.processing", entity, NONE, NONE, TimeUnit.NANOSECONDS.convert(message.timeInFlight()));
        }
        long startNanos = System.nanoTime();
        return failure -> {
            long tookNanos = System.nanoTime() - startNanos;
            entities.forEach(entity -> record("restante.settlement", entity, kind.text(), error(failure), tookNanos));
        };
    }
}
