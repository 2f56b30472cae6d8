package dev.restante.admin;

import dev.restante.broker.Broker;
import dev.restante.broker.view.EntityTraffic;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.StoredText;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The entities of a store that a filter means.
 *
 * @param all those of the store, whatever the filter means
 * @param byName those that are meant
 */
record MeantEntities(Broker broker, List<Entity> all, Map<EntitySummary, Entity> byName) {

    static MeantEntities of(Broker broker, EntityFilter filter) {
        List<Entity> all = broker.entities();
        Map<Long, String> names = new HashMap<>();
        all.forEach(entity -> names.put(entity.id(), entity.name()));
        Map<EntitySummary, Entity> meant = new TreeMap<>(
                Comparator.comparing(EntitySummary::name, StoredText.ORDER).thenComparing(EntitySummary::type));
        for (Entity entity : all) {
            EntitySummary summary = new EntitySummary(
                    EntityType.of(entity.kind()), fullName(broker, entity, names), temporary(entity));
            if (filter.matches(summary)) {
                meant.put(summary, entity);
            }
        }
        return new MeantEntities(broker, all, meant);
    }

    private static String fullName(Broker broker, Entity entity, Map<Long, String> names) {
        String topic = entity.kind() == EntityKind.SUBSCRIPTION ? names.get(entity.parentId()) : null;
        return topic == null ? entity.name() : broker.topicAdministration().fullName(topic, entity);
    }

    private static boolean temporary(Entity entity) {
        return !entity.lasting() && !entity.isDeadLetterQueue();
    }

    /** What is in them, counted by one look. */
    StoreStatistics statistics() {
        Map<Entity, dev.restante.broker.view.QueueStatistics> counted = broker.statistics()
                .of(byName.values().stream()
                        .filter(entity -> entity.kind() != EntityKind.TOPIC)
                        .toList());
        Map<EntitySummary, QueueStatistics> queues = new LinkedHashMap<>();
        Map<EntitySummary, TopicStatistics> topics = new LinkedHashMap<>();
        Map<Long, Integer> subscriptions = new HashMap<>();
        all.stream()
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .forEach(subscription -> subscriptions.merge(subscription.parentId(), 1, Integer::sum));
        byName.forEach((summary, entity) -> {
            dev.restante.broker.view.QueueStatistics figures = counted.get(entity);
            if (figures != null) {
                queues.put(summary, QueueStatistics.of(figures));
            } else {
                EntityTraffic traffic = broker.statistics().traffic(entity);
                topics.put(
                        summary,
                        new TopicStatistics(
                                subscriptions.getOrDefault(entity.id(), 0), traffic.sent(), traffic.sentPerSecond()));
            }
        });
        return new StoreStatistics(Collections.unmodifiableMap(queues), Collections.unmodifiableMap(topics));
    }
}
