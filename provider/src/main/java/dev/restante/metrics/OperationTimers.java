package dev.restante.metrics;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.Place;
import dev.restante.observe.SettlementKind;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The timers of what the connections of one factory do with messages. Each is registered when it first has something to
 * time. Thread-safe.
 */
final class OperationTimers implements MessageObserver {

    private static final String NONE = "none";

    /** One timer in each registry. */
    private record Key(String name, Place place, String settlement, String error) {}

    private final EntityFilter entities;
    private final Tags common;
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
    private final Map<Key, List<Timer>> timers = new ConcurrentHashMap<>();

    OperationTimers(EntityFilter entities, Tags common) {
        this.entities = entities;
        this.common = common;
    }

    /** Adds timers to a registry from now on. */
    void bindTo(MeterRegistry registry) {
        registries.add(registry);
        // Made anew, in all registries.
        timers.clear();
    }

    /** Removes the timers of an entity that is gone. */
    void forget(EntityType type, String name) {
        remove(key -> key.place().name().equals(name) && type(key.place()) == type);
    }

    /** Removes all of them. */
    void clear() {
        remove(key -> true);
        registries.clear();
    }

    private void remove(Predicate<Key> which) {
        timers.entrySet().removeIf(entry -> {
            boolean gone = which.test(entry.getKey());
            if (gone) {
                for (Meter meter : entry.getValue()) {
                    registries.forEach(registry -> registry.remove(meter));
                }
            }
            return gone;
        });
    }

    private static EntityType type(Place place) {
        return switch (place.kind()) {
            case QUEUE -> EntityType.QUEUE;
            case TOPIC -> EntityType.TOPIC;
            case SUBSCRIPTION -> EntityType.SUBSCRIPTION;
            case DEAD_LETTER_QUEUE -> EntityType.DEAD_LETTER_QUEUE;
        };
    }

    private void record(String name, Place place, String settlement, String error, long nanos) {
        if (entities.matches(type(place), place.name(), !place.lasting())) {
            for (Timer timer : timers.computeIfAbsent(new Key(name, place, settlement, error), this::timersOf)) {
                timer.record(nanos, TimeUnit.NANOSECONDS);
            }
        }
    }

    private List<Timer> timersOf(Key key) {
        return registries.stream().map(registry -> timerOf(key, registry)).toList();
    }

    private Timer timerOf(Key key, MeterRegistry registry) {
        Tags tags = common.and(
                "entity", key.place().name(), "kind", key.place().kind().text());
        return switch (key.name()) {
            case "restante.send" ->
                Timer.builder(key.name())
                        .description("Sends, until the message is as safe as it has to be")
                        .tags(tags.and("error", key.error()))
                        .register(registry);
            case "restante.delivery" ->
                Timer.builder(key.name())
                        .description("From when a message becomes available until an application gets it first")
                        .tags(tags)
                        .register(registry);
            case "restante.processing" ->
                Timer.builder(key.name())
                        .description("For how long applications have messages before they settle them")
                        .tags(tags)
                        .register(registry);
            default ->
                Timer.builder(key.name())
                        .description("Settlements, until the store has them")
                        .tags(tags.and("settlement", key.settlement(), "error", key.error()))
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
