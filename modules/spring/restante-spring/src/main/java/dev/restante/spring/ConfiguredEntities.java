package dev.restante.spring;

import dev.restante.RestanteDestinations;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Set of all queues, topics, subscriptions and policies in an application's configuration, which parses them and
 * applies them in dependency order to the store at start-up. Only configured options are compared and changed.
 * Immutable.
 */
public final class ConfiguredEntities {

    private final Map<String, ConfiguredQueue> queues = new TreeMap<>();
    private final Map<String, ConfiguredTopic> topics = new TreeMap<>();
    private final List<ConfiguredSubscription> subscriptions = new ArrayList<>();
    private final List<ConfiguredPolicy> policies = new ArrayList<>();
    private final EntityManagement management;

    /**
     * Creates the entities. The options of an entity are a map of texts and nested maps, such as
     * {@code {"default-time-to-live": "10m", "redelivery-back-off": {"initial": "5s"}}}, or an empty text.
     *
     * @param queues the options of each queue by its name, with option names such as {@code defaultTimeToLive} or
     *     {@code default-time-to-live}
     * @param subscriptions the options of each durable subscription, with the additional parts "topic", "name",
     *     "client-id", "shared", "selector" and "rules", which docs/how-to/spring.md describes
     * @param policies the options of each policy by any name, with the additional parts "pattern", "kind" and
     *     "precedence"
     * @param management the treatment at start-up
     * @throws StoreConfigurationException if an option or a value is invalid
     */
    public ConfiguredEntities(
            Map<String, ? extends @Nullable Object> queues,
            Map<String, ? extends @Nullable Object> topics,
            Map<String, ? extends @Nullable Object> subscriptions,
            Map<String, ? extends @Nullable Object> policies,
            EntityManagement management) {
        this.management = management;
        queues.forEach(
                (name, given) -> this.queues.put(name, ConfiguredQueue.of(name, FlattenedProperties.flatten(given))));
        topics.forEach(
                (name, given) -> this.topics.put(name, ConfiguredTopic.of(name, FlattenedProperties.flatten(given))));
        subscriptions.forEach((key, given) -> {
            ConfiguredSubscription subscription = ConfiguredSubscription.of(key, given);
            this.subscriptions.add(subscription);
            if (!RestanteDestinations.isTopicPattern(subscription.topic())) {
                this.topics.computeIfAbsent(subscription.topic(), topic -> ConfiguredTopic.of(subscription));
            }
        });
        policies.forEach((key, given) -> this.policies.add(ConfiguredPolicy.of(key, given)));
    }

    /** Returns an empty configuration. */
    public static ConfiguredEntities none() {
        return new ConfiguredEntities(Map.of(), Map.of(), Map.of(), Map.of(), EntityManagement.NONE);
    }

    boolean isEmpty() {
        return queues.isEmpty() && topics.isEmpty() && subscriptions.isEmpty() && policies.isEmpty();
    }

    /** Creates and changes entities as {@link EntityManagement} says, and logs differences. */
    void apply(RestanteAdmin admin) throws JMSException {
        EntityReconciler reconciler = new EntityReconciler(admin, management);
        for (ConfiguredTopic topic : topics.values()) {
            reconciler.apply(topic);
        }
        // Dead-letter queues of the entities that this call creates.
        Set<String> newDeadLetterQueues = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (ConfiguredQueue queue : queues.values()) {
            if (!queue.isDeadLetterQueue()) {
                applyAfterTargets(reconciler, queue, seen, newDeadLetterQueues);
            }
        }
        for (ConfiguredSubscription subscription : subscriptions) {
            String deadLetters = reconciler.apply(subscription);
            if (deadLetters != null) {
                newDeadLetterQueues.add(deadLetters);
            }
        }
        EntityReconciler initialReconciler = new EntityReconciler(admin, EntityManagement.UPDATE);
        for (ConfiguredQueue queue : queues.values()) {
            if (queue.isDeadLetterQueue()) {
                (newDeadLetterQueues.contains(queue.name()) ? initialReconciler : reconciler).apply(queue);
            }
        }
        // The targets of policies must exist when a policy is set.
        for (ConfiguredPolicy policy : policies) {
            reconciler.apply(policy);
        }
    }

    /**
     * Applies a queue after the queues to which it dead-letters or forwards, because these must exist when the option
     * is set.
     */
    private void applyAfterTargets(
            EntityReconciler reconciler, ConfiguredQueue queue, Set<String> seen, Set<String> newDeadLetterQueues)
            throws JMSException {
        if (!seen.add(queue.name())) {
            return;
        }
        for (String target : queue.targets()) {
            ConfiguredQueue other = queues.get(target);
            if (other != null && !other.isDeadLetterQueue()) {
                applyAfterTargets(reconciler, other, seen, newDeadLetterQueues);
            }
        }
        if (reconciler.apply(queue)) {
            newDeadLetterQueues.add(DeadLetterQueueNames.of(queue.name()));
        }
    }
}
