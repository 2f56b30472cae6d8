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

/**
 * The endpoint {@code restante}: the queues of the store in figures, or one of them. It reads only, and shows no
 * messages.
 */
@Endpoint(id = "restante")
public final class RestanteEndpoint {

    private final StoreMonitor monitor;

    RestanteEndpoint(StoreMonitor monitor) {
        this.monitor = monitor;
    }

    /**
     * What the endpoint shows.
     *
     * @param store where messages are kept, with nothing secret
     * @param node whether the node holds its lease, and more; null if it is not open
     * @param queues queues, subscriptions and dead-letter queues, by name
     * @param topics topics, by name
     */
    public record Store(String store, RestanteAdmin.@Nullable Node node, List<Queue> queues, List<Topic> topics) {}

    /**
     * A queue, subscription or dead-letter queue, as it was some seconds ago at most.
     *
     * @param name its full name
     * @param kind {@code queue}, {@code subscription} or {@code dead-letter-queue}
     * @param available ready to be received
     * @param inFlight in the hands of receivers
     * @param scheduled not yet due
     * @param deferred set aside
     * @param deadLettered in its dead-letter queue
     * @param oldestAge of what is next to be received; null if there is nothing
     * @param sent by this node since it was opened
     * @param received on this node
     * @param completed on this node
     */
    public record Queue(
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

        static Queue of(EntitySummary entity, QueueStatistics figures) {
            return new Queue(
                    entity.name(),
                    switch (entity.type()) {
                        case QUEUE -> "queue";
                        case TOPIC -> "topic";
                        case SUBSCRIPTION -> "subscription";
                        case DEAD_LETTER_QUEUE -> "dead-letter-queue";
                    },
                    figures.available(),
                    figures.inFlight(),
                    figures.scheduled(),
                    figures.deferred(),
                    figures.deadLettered(),
                    figures.oldestAge(),
                    figures.traffic().sent(),
                    figures.traffic().received(),
                    figures.traffic().completed());
        }
    }

    /**
     * A topic.
     *
     * @param name its name
     * @param subscriptions durable or not
     * @param sent by this node since it was opened
     */
    public record Topic(String name, int subscriptions, long sent) {}

    /** All of the store. */
    @ReadOperation
    public Store store() throws JMSException {
        StoreStatistics statistics = monitor.statistics();
        return new Store(
                monitor.place(),
                monitor.node().orElse(null),
                statistics.queues().entrySet().stream()
                        .map(each -> Queue.of(each.getKey(), each.getValue()))
                        .toList(),
                statistics.topics().entrySet().stream()
                        .map(each -> new Topic(
                                each.getKey().name(),
                                each.getValue().subscriptions(),
                                each.getValue().sent()))
                        .toList());
    }

    /**
     * One queue or subscription; null, which is "not found", if there is none.
     *
     * @param name its full name, with its slashes
     */
    @ReadOperation
    public @Nullable Queue queue(@Selector(match = Selector.Match.ALL_REMAINING) String... name) throws JMSException {
        String wanted = String.join("/", name);
        for (Entry<EntitySummary, QueueStatistics> each :
                monitor.statistics().queues().entrySet()) {
            EntitySummary entity = each.getKey();
            if (entity.type() != EntityType.TOPIC && entity.name().equals(wanted)) {
                return Queue.of(entity, each.getValue());
            }
        }
        return null;
    }
}
