package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues, topics and subscriptions of an application's configuration. Only what is configured is compared and
 * changed. Immutable.
 */
public final class ConfiguredEntities {

    private final Map<String, ConfiguredQueue> queues = new TreeMap<>();
    private final Map<String, ConfiguredTopic> topics = new TreeMap<>();
    private final List<ConfiguredSubscription> subscriptions = new ArrayList<>();
    private final EntityManagement management;

    /**
     * Entities by name. What belongs to one is a map of texts and further such maps, as in
     * {@code {"default-time-to-live": "10m", "redelivery-back-off": {"initial": "5s"}}}, or an empty text for nothing.
     *
     * @param queues options by name, as {@code defaultTimeToLive} or {@code default-time-to-live}
     * @param topics the same
     * @param subscriptions the same with their topic, and with name if that is not the key, client id, kind,
     *     selector and rules, as docs/spring.md names them
     * @throws StoreRefusedException for an option or value that there is not
     */
    public ConfiguredEntities(
            Map<String, ? extends @Nullable Object> queues,
            Map<String, ? extends @Nullable Object> topics,
            Map<String, ? extends @Nullable Object> subscriptions,
            EntityManagement management) {
        this.management = management;
        queues.forEach((name, given) -> this.queues.put(name, ConfiguredQueue.of(name, NestedTexts.of(given))));
        topics.forEach((name, given) -> this.topics.put(name, ConfiguredTopic.of(name, NestedTexts.of(given))));
        subscriptions.forEach((key, given) -> {
            ConfiguredSubscription subscription = ConfiguredSubscription.of(key, given);
            this.subscriptions.add(subscription);
            this.topics.computeIfAbsent(subscription.topic(), topic -> ConfiguredTopic.of(subscription));
        });
    }

    /** No entities. */
    public static ConfiguredEntities none() {
        return new ConfiguredEntities(Map.of(), Map.of(), Map.of(), EntityManagement.NONE);
    }

    boolean isEmpty() {
        return queues.isEmpty() && topics.isEmpty();
    }

    /** Creates and changes what is to be, and logs what differs. */
    void apply(RestanteAdmin admin) throws JMSException {
        Reconciliation work = new Reconciliation(admin, management);
        for (ConfiguredTopic topic : topics.values()) {
            work.apply(topic);
        }
        // Those that come into being here, with what they belong to.
        Set<String> newDeadLetterQueues = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (ConfiguredQueue queue : queues.values()) {
            if (!queue.isDeadLetterQueue()) {
                applyAfterTargets(work, queue, seen, newDeadLetterQueues);
            }
        }
        for (ConfiguredSubscription subscription : subscriptions) {
            String deadLetters = work.apply(subscription);
            if (deadLetters != null) {
                newDeadLetterQueues.add(deadLetters);
            }
        }
        Reconciliation first = new Reconciliation(admin, EntityManagement.UPDATE);
        for (ConfiguredQueue queue : queues.values()) {
            if (queue.isDeadLetterQueue()) {
                (newDeadLetterQueues.contains(queue.name()) ? first : work).apply(queue);
            }
        }
    }

    /** Dead letters and forwarded messages go to queues that are there when the option is set. */
    private void applyAfterTargets(
            Reconciliation work, ConfiguredQueue queue, Set<String> seen, Set<String> newDeadLetterQueues)
            throws JMSException {
        if (!seen.add(queue.name())) {
            return;
        }
        for (String target : queue.targets()) {
            ConfiguredQueue other = queues.get(target);
            if (other != null && !other.isDeadLetterQueue()) {
                applyAfterTargets(work, other, seen, newDeadLetterQueues);
            }
        }
        if (work.apply(queue)) {
            newDeadLetterQueues.add(DeadLetterQueues.of(queue.name()));
        }
    }
}
