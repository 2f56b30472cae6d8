package dev.restante.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.Place;
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
 * The timers of what the connections of one factory do with messages. Each is registered when it first has something to
 * time, and goes with its entity. Thread-safe: timers are found without a lock, and come and go with it.
 */
final class OperationTimers implements MessageObserver {

    /**
     * Of so many entities there are timers that no look at the store has found: of more, only of those that came last.
     * They may be gone already, as temporary queues soon are, and nobody may look.
     */
    static final int MOST_UNKNOWN = 1_000;

    private static final String NONE = "none";

    private record Entity(EntityType type, String name) {

        static Entity of(Place place) {
            return new Entity(
                    switch (place.kind()) {
                        case QUEUE -> EntityType.QUEUE;
                        case TOPIC -> EntityType.TOPIC;
                        case SUBSCRIPTION -> EntityType.SUBSCRIPTION;
                        case DEAD_LETTER_QUEUE -> EntityType.DEAD_LETTER_QUEUE;
                    },
                    place.name());
        }
    }

    private record Operation(String name, String settlement, String error) {}

    private final EntityFilter entities;
    private final Tags common;

    /** For each entity and operation one timer in each registry. Changed with the lock only. */
    private final Map<Entity, Map<Operation, List<Timer>>> timers = new ConcurrentHashMap<>();

    /** Held while the registries are spoken to. Who may be called by one of them must not wait for it. */
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<MeterRegistry> registries = new ArrayList<>();

    /** What the last look has found. */
    @GuardedBy("lock")
    private Set<Entity> known = Set.of();

    /** What has timers and was not found, the oldest first; true if it had them when that look was taken note of. */
    @GuardedBy("lock")
    private final Map<Entity, Boolean> unknown = new LinkedHashMap<>();

    OperationTimers(EntityFilter entities, Tags common) {
        this.entities = entities;
        this.common = common;
    }

    /** Adds timers to a registry from now on. */
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
     * A look has found these: the timers of what is gone go. That is what an earlier look has found, or what has timers
     * and is missed for the second time: what was created during a look is in the next one.
     */
    void found(Collection<EntitySummary> now) {
        if (!lock.tryLock()) {
            // The next look will do.
            return;
        }
        try {
            Set<Entity> before = known;
            known = now.stream()
                    .map(each -> new Entity(each.type(), each.name()))
                    .collect(Collectors.toUnmodifiableSet());
            for (Entity each : List.copyOf(timers.keySet())) {
                if (!known.contains(each) && (before.contains(each) || unknown.getOrDefault(each, false))) {
                    remove(each);
                }
            }
            unknown.keySet().removeAll(known);
            unknown.replaceAll((entity, missed) -> true);
        } finally {
            lock.unlock();
        }
    }

    /** Removes all of them, for good. */
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
    private void remove(Entity entity) {
        unknown.remove(entity);
        Map<Operation, List<Timer>> removed = timers.remove(entity);
        if (removed != null) {
            removed.values().forEach(some -> some.forEach(timer -> registries.forEach(each -> each.remove(timer))));
        }
    }

    private void record(String name, Place place, String settlement, String error, long nanos) {
        Entity entity = Entity.of(place);
        if (entities.matches(entity.type(), place.name(), !place.lasting())) {
            Operation operation = new Operation(name, settlement, error);
            Map<Operation, List<Timer>> ofEntity = timers.get(entity);
            List<Timer> present = ofEntity == null ? null : ofEntity.get(operation);
            for (Timer timer : present == null ? added(entity, operation) : present) {
                timer.record(nanos, TimeUnit.NANOSECONDS);
            }
        }
    }

    private List<Timer> added(Entity entity, Operation operation) {
        lock.lock();
        try {
            if (registries.isEmpty()) {
                return List.of();
            }
            if (!known.contains(entity)
                    && unknown.putIfAbsent(entity, false) == null
                    && unknown.size() > MOST_UNKNOWN) {
                remove(unknown.keySet().iterator().next());
            }
            return timers.computeIfAbsent(entity, missing -> new ConcurrentHashMap<>())
                    .computeIfAbsent(operation, missing -> timersOf(entity, operation));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Timer> timersOf(Entity entity, Operation operation) {
        return registries.stream()
                .map(registry -> timerOf(entity, operation, registry))
                .toList();
    }

    private Timer timerOf(Entity entity, Operation operation, MeterRegistry registry) {
        Tags tags = common.and("entity", entity.name(), "kind", EntityMeters.kind(entity.type()));
        return switch (operation.name()) {
            case "restante.send" ->
                Timer.builder(operation.name())
                        .description("Sends, until the message is as safe as it has to be")
                        .tags(tags.and("error", operation.error()))
                        .register(registry);
            case "restante.delivery" ->
                Timer.builder(operation.name())
                        .description("From when a message becomes available until an application gets it first")
                        .tags(tags)
                        .register(registry);
            case "restante.processing" ->
                Timer.builder(operation.name())
                        .description("For how long applications have messages before they settle them")
                        .tags(tags)
                        .register(registry);
            default ->
                Timer.builder(operation.name())
                        .description("Settlements, until the store has them")
                        .tags(tags.and("settlement", operation.settlement(), "error", operation.error()))
                        .register(registry);
        };
    }

    private static String error(@Nullable Throwable failure) {
        return failure == null ? NONE : failure.getClass().getSimpleName();
    }

    @Override
    public ObservedOperation sending(MessageToSend message) {
        Place place = message.place();
        long startNanos = System.nanoTime();
        return failure -> record("restante.send", place, NONE, error(failure), System.nanoTime() - startNanos);
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        messages.forEach(this::delivered);
    }

    @Override
    public @Nullable ObservedOperation processing(DeliveredMessage message) {
        delivered(message);
        return null;
    }

    /** Of a redelivery nobody could say what it has waited for. */
    private void delivered(DeliveredMessage message) {
        if (message.deliveryCount() == 1) {
            record("restante.delivery", message.place(), NONE, NONE, TimeUnit.NANOSECONDS.convert(message.waitedFor()));
        }
    }

    @Override
    public ObservedOperation settling(SettlementKind kind, List<DeliveredMessage> messages) {
        Set<Place> places = new LinkedHashSet<>();
        for (DeliveredMessage message : messages) {
            Place place = message.place();
            places.add(place);
            record("restante.processing", place, NONE, NONE, TimeUnit.NANOSECONDS.convert(message.heldFor()));
        }
        long startNanos = System.nanoTime();
        return failure -> {
            long tookNanos = System.nanoTime() - startNanos;
            places.forEach(place -> record("restante.settlement", place, kind.text(), error(failure), tookNanos));
        };
    }
}
