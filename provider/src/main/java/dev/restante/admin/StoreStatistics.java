package dev.restante.admin;

import dev.restante.broker.Administration;
import dev.restante.broker.view.EntityTraffic;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statistics of many entities of a store at one moment, from one look at all of it (VIS-10). The figures are those
 * that {@link RestanteAdmin#statistics(String)} and {@link TopicsAdmin#statistics(String)} tell of one.
 *
 * @param queues of queues, dead-letter queues and subscriptions, by name
 * @param topics of topics, by name
 * @param blockedDeletions how many deletions of queues and topics by this node have failed since it was opened, because
 *     transactions that may have sent there did not end; 0 or more
 */
public record StoreStatistics(
        Map<EntitySummary, QueueStatistics> queues, Map<EntitySummary, TopicStatistics> topics, long blockedDeletions) {

    /** Those of the entities that are meant. */
    static StoreStatistics of(Administration node, EntityFilter filter) {
        List<Entity> all = node.entities();
        Map<EntitySummary, Entity> meant = filter.meant(all);
        Map<Entity, dev.restante.broker.view.QueueStatistics> counted = node.statistics()
                .of(meant.values().stream()
                        .filter(entity -> entity.kind() != EntityKind.TOPIC)
                        .toList());
        Map<EntitySummary, QueueStatistics> queues = new LinkedHashMap<>();
        Map<EntitySummary, TopicStatistics> topics = new LinkedHashMap<>();
        Map<Long, Integer> subscriptions = new HashMap<>();
        all.stream()
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .forEach(subscription -> subscriptions.merge(subscription.parentId(), 1, Integer::sum));
        meant.forEach((summary, entity) -> {
            dev.restante.broker.view.QueueStatistics figures = counted.get(entity);
            if (figures != null) {
                queues.put(summary, QueueStatistics.of(figures));
            } else {
                EntityTraffic traffic = node.statistics().traffic(entity);
                topics.put(
                        summary,
                        new TopicStatistics(
                                subscriptions.getOrDefault(entity.id(), 0), traffic.sent(), traffic.sentPerSecond()));
            }
        });
        return new StoreStatistics(
                Collections.unmodifiableMap(queues),
                Collections.unmodifiableMap(topics),
                node.statistics().blockedDeletions());
    }
}
