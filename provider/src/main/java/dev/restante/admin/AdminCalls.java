package dev.restante.admin;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.view.EntityTraffic;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.StoredText;
import dev.restante.option.EntityStatus;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The calls of one administration: what all its parts ask the broker by, until it is closed. Thread-safe. */
final class AdminCalls {

    private final Broker broker;
    private final ExceptionTranslation translation;
    private final AtomicBoolean closed = new AtomicBoolean();

    AdminCalls(Broker broker, ExceptionTranslation translation) {
        this.broker = broker;
        this.translation = translation;
    }

    /** The queue, dead-letter queue or subscription of a name, as it is now. */
    Entity existing(String name) {
        return broker.topicAdministration().isSubscription(name)
                ? broker.topicAdministration().subscription(name)
                : current(() -> broker.queueAdministration().queue(name, false));
    }

    /**
     * The entity that a look by name finds, as it is now: another node may have deleted what this one knows, and
     * perhaps created another one with its name.
     */
    Entity current(Supplier<Entity> lookUp) {
        return broker.queueAdministration().current(lookUp.get()).orElseGet(lookUp);
    }

    /** Gives an entity another status; returns that. */
    EntityStatus statusChanged(Entity entity, UnaryOperator<EntityStatus> change) {
        return broker.queueAdministration()
                .changeStatus(entity, change)
                .options()
                .status();
    }

    /**
     * Asks the broker.
     *
     * @throws JMSException in whose words it refuses, or that the administration is closed
     */
    <T> T asking(Supplier<T> question) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException("The administration is closed", ErrorCodes.CLOSED);
        }
        try {
            return question.get();
        } catch (BrokerException refused) {
            throw translated(refused);
        }
    }

    JMSException translated(BrokerException refused) {
        return translation.of(refused);
    }

    /** Nothing can be asked from now on; false if it was closed before. */
    boolean close() {
        return !closed.getAndSet(true);
    }

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
                                    subscriptions.getOrDefault(entity.id(), 0),
                                    traffic.sent(),
                                    traffic.sentPerSecond()));
                }
            });
            return new StoreStatistics(Collections.unmodifiableMap(queues), Collections.unmodifiableMap(topics));
        }
    }
}
