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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registrar of the Micrometer meters of one queue, topic or subscription in one registry, which supplies their values
 * from the store statistics. The gauges refer strongly to this object, because function counters can refer to it only
 * weakly.
 */
final class EntityMeters {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final ThroughputStatistics ZERO_THROUGHPUT = new ThroughputStatistics(0, 0, 0, 0, 0, 0, 0);

    private final MeterRegistry registry;
    private final Supplier<@Nullable StoreStatistics> statisticsSource;
    private final EntitySummary entity;
    private final Tags tags;
    private volatile ThroughputStatistics lastThroughput = ZERO_THROUGHPUT;
    private volatile long lastSent;

    EntityMeters(
            MeterRegistry registry,
            Supplier<@Nullable StoreStatistics> statisticsSource,
            EntitySummary entity,
            Tags common) {
        this.registry = registry;
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

    /** Registers the meters of the entity and returns them. */
    List<Meter> register() {
        return switch (entity.type()) {
            case QUEUE, SUBSCRIPTION, DEAD_LETTER_QUEUE ->
                List.of(
                        messages("available", "Messages ready to be received", QueueStatistics::available),
                        messages("in.flight", "Messages in flight", QueueStatistics::inFlight),
                        messages(
                                "scheduled",
                                "Messages that are scheduled or in their redelivery back-off",
                                QueueStatistics::scheduled),
                        messages("deferred", "Messages that were deferred", QueueStatistics::deferred),
                        messages("dead.lettered", "Messages in the dead-letter queue", QueueStatistics::deadLettered),
                        seconds(
                                "restante.messages.oldest.age",
                                "Age of the oldest message among the next available messages; 0 if there is none",
                                QueueStatistics::oldestAge),
                        seconds(
                                "restante.expiry.lag",
                                "Delay of the last sweep of expired messages",
                                QueueStatistics::expiryLag),
                        counter(
                                "restante.messages.sent",
                                "messages",
                                "Messages that this node has sent",
                                self -> self.throughput().sent()),
                        counter(
                                "restante.messages.received",
                                "messages",
                                "Messages that this node has delivered to consumers, including redeliveries",
                                self -> self.throughput().received()),
                        counter(
                                "restante.messages.completed",
                                "messages",
                                "Messages that were completed on this node",
                                self -> self.throughput().completed()),
                        counter(
                                "restante.locks.lost",
                                "locks",
                                "Locks of this node that expired, were broken or were found lost",
                                self -> self.throughput().lockLost()));
            case TOPIC ->
                List.of(
                        gauge(
                                "restante.subscriptions",
                                null,
                                "Durable and non-durable subscriptions of the topic",
                                EntityMeters::subscriptions),
                        counter(
                                "restante.messages.sent",
                                "messages",
                                "Messages that this node has sent to the topic",
                                EntityMeters::sentToTopic));
        };
    }

    private Meter messages(String state, String description, ToLongFunction<QueueStatistics> statistic) {
        return gauge("restante.messages." + state, "messages", description, self -> {
            QueueStatistics statistics = self.queue();
            return statistics == null ? Double.NaN : statistic.applyAsLong(statistics);
        });
    }

    private Meter seconds(String name, String description, Function<QueueStatistics, @Nullable Duration> statistic) {
        return gauge(name, "seconds", description, self -> {
            QueueStatistics statistics = self.queue();
            if (statistics == null) {
                return Double.NaN;
            }
            Duration duration = statistic.apply(statistics);
            return duration == null ? 0 : TimeUnit.NANOSECONDS.convert(duration) / NANOS_PER_SECOND;
        });
    }

    private Meter gauge(String name, @Nullable String unit, String description, ToDoubleFunction<EntityMeters> value) {
        return Gauge.builder(name, this, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private Meter counter(String name, String unit, String description, ToDoubleFunction<EntityMeters> value) {
        return FunctionCounter.builder(name, this, value)
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
