package dev.restante.metrics;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.ThroughputStatistics;
import dev.restante.admin.TopicStatistics;
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

/**
 * Registrar of the Micrometer meters of one queue, topic or subscription, which supplies their values from the store
 * statistics. The gauges refer strongly to this object, because function counters can refer to it only weakly.
 */
final class EntityMeters {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final ThroughputStatistics ZERO_THROUGHPUT = new ThroughputStatistics(0, 0, 0, 0, 0, 0, 0);

    private final Supplier<@Nullable StoreStatistics> statisticsSource;
    private final EntitySummary entity;
    private final Tags tags;
    private volatile ThroughputStatistics lastThroughput = ZERO_THROUGHPUT;
    private volatile long lastSent;

    EntityMeters(Supplier<@Nullable StoreStatistics> statisticsSource, EntitySummary entity, Tags common) {
        this.statisticsSource = statisticsSource;
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

    /** Registers the meters of the entity in a registry and returns them. */
    List<Meter> register(MeterRegistry registry) {
        return switch (entity.type()) {
            case QUEUE, SUBSCRIPTION, DEAD_LETTER_QUEUE -> ofQueue(registry);
            case TOPIC ->
                List.of(
                        Gauge.builder("restante.subscriptions", this, EntityMeters::subscriptions)
                                .description("Durable and non-durable subscriptions of the topic")
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
                gauge(registry, "in.flight", "Messages in flight", QueueStatistics::inFlight),
                gauge(
                        registry,
                        "scheduled",
                        "Messages that are scheduled or in their redelivery back-off",
                        QueueStatistics::scheduled),
                gauge(registry, "deferred", "Messages that were deferred", QueueStatistics::deferred),
                gauge(registry, "dead.lettered", "Messages in the dead-letter queue", QueueStatistics::deadLettered),
                seconds(
                        registry,
                        "restante.messages.oldest.age",
                        "Age of the oldest message among the next available messages; 0 if there is none",
                        QueueStatistics::oldestAge),
                seconds(
                        registry,
                        "restante.expiry.lag",
                        "Delay of the last sweep of expired messages",
                        QueueStatistics::expiryLag),
                counter(
                        registry,
                        "restante.messages.sent",
                        "messages",
                        "Messages that this node has sent",
                        ThroughputStatistics::sent),
                counter(
                        registry,
                        "restante.messages.received",
                        "messages",
                        "Messages that this node has delivered to consumers, including redeliveries",
                        ThroughputStatistics::received),
                counter(
                        registry,
                        "restante.messages.completed",
                        "messages",
                        "Messages that were completed on this node",
                        ThroughputStatistics::completed),
                counter(
                        registry,
                        "restante.locks.lost",
                        "locks",
                        "Locks of this node that expired, were broken or were found lost",
                        ThroughputStatistics::lockLost));
    }

    private Meter gauge(
            MeterRegistry registry, String name, String description, ToLongFunction<QueueStatistics> statistic) {
        return gauge(registry, "restante.messages." + name, "messages", description, statistic::applyAsLong);
    }

    private Meter seconds(MeterRegistry registry, String name, String description, DurationStatistic statistic) {
        return gauge(registry, name, "seconds", description, statistics -> {
            Duration duration = statistic.of(statistics);
            return duration == null ? 0 : TimeUnit.NANOSECONDS.convert(duration) / NANOS_PER_SECOND;
        });
    }

    private interface DurationStatistic {
        @Nullable
        Duration of(QueueStatistics statistics);
    }

    private Meter gauge(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<QueueStatistics> statistic) {
        return Gauge.builder(name, this, self -> {
                    QueueStatistics statistics = self.queue();
                    return statistics == null ? Double.NaN : statistic.applyAsDouble(statistics);
                })
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private Meter counter(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToLongFunction<ThroughputStatistics> statistic) {
        return FunctionCounter.builder(name, this, self -> statistic.applyAsLong(self.throughput()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }

    private @Nullable QueueStatistics queue() {
        StoreStatistics found = statisticsSource.get();
        return found == null ? null : found.queues().get(entity);
    }

    private @Nullable TopicStatistics topic() {
        StoreStatistics found = statisticsSource.get();
        return found == null ? null : found.topics().get(entity);
    }

    private ThroughputStatistics throughput() {
        QueueStatistics statistics = queue();
        if (statistics != null) {
            lastThroughput = statistics.throughput();
        }
        return lastThroughput;
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
