package dev.restante.metrics;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.TopicStatistics;
import dev.restante.admin.Traffic;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one entity. The gauges keep this from being collected, and so the counters, which can't. */
final class EntityMeters {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0);

    private final Supplier<@Nullable StoreStatistics> latest;
    private final EntitySummary entity;
    private final Tags tags;
    private volatile Traffic lastTraffic = NONE;
    private volatile long lastSent;

    EntityMeters(Supplier<@Nullable StoreStatistics> latest, EntitySummary entity, Tags common) {
        this.latest = latest;
        this.entity = entity;
        this.tags = common.and("entity", entity.name(), "kind", kind(entity.type()));
    }

    static String kind(EntityType type) {
        return switch (type) {
            case QUEUE -> "queue";
            case TOPIC -> "topic";
            case SUBSCRIPTION -> "subscription";
            case DEAD_LETTER_QUEUE -> "dead-letter-queue";
        };
    }

    /** Adds them to a registry. */
    List<Meter> register(MeterRegistry registry) {
        return switch (entity.type()) {
            case QUEUE, SUBSCRIPTION, DEAD_LETTER_QUEUE -> ofQueue(registry);
            case TOPIC ->
                List.of(
                        Gauge.builder("restante.subscriptions", this, EntityMeters::subscriptions)
                                .description("Subscriptions of the topic, durable or not")
                                .tags(tags)
                                .strongReference(true)
                                .register(registry),
                        FunctionCounter.builder("restante.messages.sent", this, EntityMeters::sentToTopic)
                                .description("Messages that this node has sent to the topic")
                                .baseUnit("messages")
                                .tags(tags)
                                .register(registry));
        };
    }

    private List<Meter> ofQueue(MeterRegistry registry) {
        return List.of(
                gauge(registry, "available", "Messages ready to be received", QueueStatistics::available),
                gauge(registry, "in.flight", "Messages in the hands of receivers", QueueStatistics::inFlight),
                gauge(
                        registry,
                        "scheduled",
                        "Messages that are not yet due, or in their redelivery back-off",
                        QueueStatistics::scheduled),
                gauge(registry, "deferred", "Messages that were set aside", QueueStatistics::deferred),
                gauge(registry, "dead.lettered", "Messages in the dead-letter queue", QueueStatistics::deadLettered),
                seconds(
                        registry,
                        "restante.messages.oldest.age",
                        "For how long the oldest message that is next to be received has been there; 0 if there is none",
                        QueueStatistics::oldestAge),
                seconds(
                        registry,
                        "restante.expiry.lag",
                        "By how much the last sweep of expired messages was late",
                        QueueStatistics::expiryLag),
                counter(
                        registry,
                        "restante.messages.sent",
                        "messages",
                        "Messages that this node has sent",
                        Traffic::sent),
                counter(
                        registry,
                        "restante.messages.received",
                        "messages",
                        "Deliveries that this node has handed to receivers, redeliveries too",
                        Traffic::received),
                counter(
                        registry,
                        "restante.messages.completed",
                        "messages",
                        "Messages that were completed on this node",
                        Traffic::completed),
                counter(
                        registry,
                        "restante.locks.lost",
                        "locks",
                        "Locks of this node that ran out, were broken or were found to be lost",
                        Traffic::lockLost));
    }

    private Meter gauge(
            MeterRegistry registry, String name, String description, ToLongFunction<QueueStatistics> figure) {
        return gauge(registry, "restante.messages." + name, "messages", description, figure::applyAsLong);
    }

    private Meter seconds(MeterRegistry registry, String name, String description, DurationFigure figure) {
        return gauge(registry, name, "seconds", description, statistics -> {
            Duration duration = figure.of(statistics);
            return duration == null ? 0 : TimeUnit.NANOSECONDS.convert(duration) / NANOS_PER_SECOND;
        });
    }

    private interface DurationFigure {
        @Nullable
        Duration of(QueueStatistics statistics);
    }

    private Meter gauge(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<QueueStatistics> figure) {
        return Gauge.builder(name, this, self -> {
                    QueueStatistics statistics = self.queue();
                    return statistics == null ? Double.NaN : figure.applyAsDouble(statistics);
                })
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private Meter counter(
            MeterRegistry registry, String name, String unit, String description, ToLongFunction<Traffic> figure) {
        return FunctionCounter.builder(name, this, self -> figure.applyAsLong(self.traffic()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }

    private @Nullable QueueStatistics queue() {
        StoreStatistics found = latest.get();
        return found == null ? null : found.queues().get(entity);
    }

    private @Nullable TopicStatistics topic() {
        StoreStatistics found = latest.get();
        return found == null ? null : found.topics().get(entity);
    }

    private Traffic traffic() {
        QueueStatistics statistics = queue();
        if (statistics != null) {
            lastTraffic = statistics.traffic();
        }
        return lastTraffic;
    }

    private double subscriptions() {
        TopicStatistics statistics = topic();
        return statistics == null ? Double.NaN : statistics.subscriptions();
    }

    private double sentToTopic() {
        TopicStatistics statistics = topic();
        if (statistics != null) {
            lastSent = statistics.sent();
        }
        return lastSent;
    }
}
