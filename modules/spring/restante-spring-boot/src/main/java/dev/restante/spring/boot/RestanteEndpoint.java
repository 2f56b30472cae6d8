package dev.restante.spring.boot;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.spring.StoreMonitor;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Read-only actuator endpoint {@code restante}, which shows the store, its queues and topics, but no messages. */
@Endpoint(id = "restante")
public final class RestanteEndpoint {

    private final StoreMonitor monitor;

    RestanteEndpoint(StoreMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * Content of the endpoint.
     *
     * @param location the location of the store, without secrets
     * @param node the node, including whether it holds its lease; null if the store is not open
     * @param queues the queues, subscriptions and dead-letter queues, in order of name
     * @param topics the topics, in order of name
     */
    public record StoreDescriptor(
            String location,
            RestanteAdmin.@Nullable NodeDescription node,
            List<QueueDescriptor> queues,
            List<TopicDescriptor> topics) {}

    /**
     * Statistics of a queue, subscription or dead-letter queue, at most a few seconds old.
     *
     * @param name the full name
     * @param kind {@code queue}, {@code subscription} or {@code dead-letter-queue}
     * @param deadLettered the number of messages in its dead-letter queue
     * @param oldestAge the age of the oldest available message; null if none is available
     * @param sent the number of messages sent by this node since it opened the store
     * @param received the number of messages received on this node
     * @param completed the number of messages completed on this node
     */
    public record QueueDescriptor(
            String name,
            String kind,
            long available,
            long inFlight,
            long scheduled,
            long deferred,
            long deadLettered,
            @Nullable Duration oldestAge,
            long sent,
            long received,
            long completed) {

        static QueueDescriptor of(EntitySummary entity, QueueStatistics statistics) {
            return new QueueDescriptor(
                    entity.name(),
                    switch (entity.type()) {
                        case QUEUE -> "queue";
                        case TOPIC -> "topic";
                        case SUBSCRIPTION -> "subscription";
                        case DEAD_LETTER_QUEUE -> "dead-letter-queue";
                    },
                    statistics.available(),
                    statistics.inFlight(),
                    statistics.scheduled(),
                    statistics.deferred(),
                    statistics.deadLettered(),
                    statistics.oldestAge(),
                    statistics.throughput().sent(),
                    statistics.throughput().received(),
                    statistics.throughput().completed());
        }
    }

    /**
     * Statistics of a topic.
     *
     * @param name the name
     * @param subscriptions the number of subscriptions, durable or not
     * @param sent the number of messages sent by this node since it opened the store
     */
    public record TopicDescriptor(String name, int subscriptions, long sent) {}

    /** Returns the whole store. */
    @ReadOperation
    public StoreDescriptor store() throws JMSException {
        StoreStatistics statistics = monitor.statistics();
        return new StoreDescriptor(
                monitor.location(),
                monitor.node().orElse(null),
                statistics.queues().entrySet().stream()
                        .map(each -> QueueDescriptor.of(each.getKey(), each.getValue()))
                        .toList(),
                statistics.topics().entrySet().stream()
                        .map(each -> new TopicDescriptor(
                                each.getKey().name(),
                                each.getValue().subscriptions(),
                                each.getValue().sent()))
                        .toList());
    }

    /**
     * Returns a queue, subscription or dead-letter queue, or null for the HTTP status "not found".
     *
     * @param name the full name, split at its slashes
     */
    @ReadOperation
    public @Nullable QueueDescriptor queue(@Selector(match = Selector.Match.ALL_REMAINING) String... name)
            throws JMSException {
        String wanted = String.join("/", name);
        for (Entry<EntitySummary, QueueStatistics> each :
                monitor.statistics().queues().entrySet()) {
            EntitySummary entity = each.getKey();
            if (entity.type() != EntityType.TOPIC && entity.name().equals(wanted)) {
                return QueueDescriptor.of(entity, each.getValue());
            }
        }
        return null;
    }
}
