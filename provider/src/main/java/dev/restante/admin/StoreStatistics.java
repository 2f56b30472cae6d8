package dev.restante.admin;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.view.EntityThroughput;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Result of one query for the statistics of many queues, subscriptions and topics: message counts, age of the oldest
 * message and throughput of each (VIS-10). The values equal those of {@link RestanteAdmin#statistics(String)} and
 * {@link TopicsAdmin#statistics(String)}.
 *
 * @param queues the statistics of queues, dead-letter queues and subscriptions, ordered by name
 * @param topics the statistics of topics, ordered by name
 * @param blockedDeletions the number of failed deletions of queues and topics since this node was opened; a deletion
 *     fails if transactions that may have sent to the entity do not end
 */
public record StoreStatistics(
        Map<EntitySummary, QueueStatistics> queues, Map<EntitySummary, TopicStatistics> topics, long blockedDeletions) {

    static StoreStatistics of(BrokerAdministration node, EntityFilter filter) {
        List<Entity> all = node.entities();
        Map<EntitySummary, Entity> meant = filter.select(all);
        Map<Entity, dev.restante.broker.view.EntityStatistics> counted = node.statistics()
                .statistics(meant.values().stream()
                        .filter(entity -> entity.kind() != EntityKind.TOPIC)
                        .toList());
        Map<EntitySummary, QueueStatistics> queues = new LinkedHashMap<>();
        Map<EntitySummary, TopicStatistics> topics = new LinkedHashMap<>();
        Map<Long, Integer> subscriptions = new HashMap<>();
        all.stream()
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .forEach(subscription -> subscriptions.merge(subscription.parentId(), 1, Integer::sum));
        meant.forEach((summary, entity) -> {
            dev.restante.broker.view.EntityStatistics statistics = counted.get(entity);
            if (statistics != null) {
                queues.put(summary, QueueStatistics.of(statistics));
            } else {
                EntityThroughput throughput = node.statistics().throughput(entity);
                topics.put(
                        summary,
                        new TopicStatistics(
                                subscriptions.getOrDefault(entity.id(), 0),
                                throughput.sent(),
                                throughput.sentPerSecond()));
            }
        });
        return new StoreStatistics(
                Collections.unmodifiableMap(queues),
                Collections.unmodifiableMap(topics),
                node.statistics().blockedDeletions());
    }
}
