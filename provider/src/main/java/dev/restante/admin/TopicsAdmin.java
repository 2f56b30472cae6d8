package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DurableSubscriptionCheck;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.TopicNameCheck;
import dev.restante.broker.view.EntityThroughput;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.EntityStatus;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Administration of topics and subscriptions: creates, alters, copies, deletes and lists them, and pauses or disables
 * topics. Thread-safe. It closes with its {@link RestanteAdmin}.
 */
public final class TopicsAdmin {

    private static final String CONNECTION_ID = "administration";

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;

    TopicsAdmin(BrokerAdministration node, AdminCallExecutor executor) {
        this.node = node;
        this.executor = executor;
    }

    /**
     * Creates a topic.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the topic exists or the
     *     name is invalid
     */
    public TopicDescription create(String name, TopicOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return TopicDescription.of(
                executor.execute(() -> node.topicAdministration().createTopic(name, options.entityOptions())));
    }

    /**
     * Replaces the options of a topic, also while it is in use. The options apply to the next message (BEY-04).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicDescription alter(String name, TopicOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return TopicDescription.of(
                executor.execute(() -> node.topicAdministration().alter(requireTopic(name), options.entityOptions())));
    }

    /**
     * Creates a topic with the current options of another topic, without subscriptions.
     *
     * @throws jakarta.jms.InvalidDestinationException as {@link #create}, and with {@code RESTANTE-ENTITY-NOT-FOUND} if
     *     there is no topic to copy
     */
    public TopicDescription copy(String from, String to) throws JMSException {
        requireNonNull(from, "from");
        return executor.execute(() -> create(
                to,
                TopicOptions.of(ReadableEntityCheck.check(requireTopic(from)).options())));
    }

    /**
     * Deletes a topic that has no subscriptions.
     *
     * @return false if no topic has the name
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the name is invalid
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-ENTITY-IN-USE} if the topic has subscriptions of
     *     any kind, {@code RESTANTE-ENTITY-PROTECTED} if the topic or a subscription is {@code deletionProtected}
     */
    public boolean delete(String name) throws JMSException {
        return delete(name, false);
    }

    /**
     * Deletes a topic, its subscriptions and their messages.
     *
     * @param force true to delete a topic that has subscriptions, but none with {@code deletionProtected}
     * @return false if no topic has the name
     * @throws JMSException as {@link #delete(String)}
     */
    public boolean delete(String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        return executor.executeDeletion(force, () -> node.topicAdministration().deleteTopic(name, force));
    }

    /**
     * Pauses all subscriptions of a topic, as {@link RestanteAdmin#pause} pauses one of them.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public EntityStatus pause(String topic) throws JMSException {
        return statusChanged(topic, EntityStatus::withReceiveDisabled);
    }

    /**
     * Enables sends to a topic and receives from its subscriptions, except from those that are paused individually.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus resume(String topic) throws JMSException {
        return statusChanged(topic, before -> EntityStatus.ACTIVE);
    }

    /**
     * Pauses all subscriptions of a topic, and rejects sends to it with {@code RESTANTE-ENTITY-DISABLED}.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus disable(String topic) throws JMSException {
        return statusChanged(topic, before -> EntityStatus.DISABLED);
    }

    private EntityStatus statusChanged(String topic, UnaryOperator<EntityStatus> change) throws JMSException {
        requireNonNull(topic, "topic");
        return executor.execute(() -> executor.changeStatus(requireTopic(topic), change));
    }

    /** Returns all topics, sorted by name, including temporary and unreadable ones. */
    public List<TopicDescription> list() throws JMSException {
        return executor.execute(() -> node.topicAdministration().topics()).stream()
                .map(TopicDescription::of)
                .toList();
    }

    /**
     * Returns the durable and non-durable subscriptions of a topic or of a pattern. The result for a topic does not
     * contain the subscriptions whose pattern matches the topic (WILD-01).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public List<SubscriptionDescription> subscriptions(String topic) throws JMSException {
        requireNonNull(topic, "topic");
        return executor.execute(() -> {
            Entity topicOrPattern = requireTopicOrPattern(topic);
            return node.topicAdministration().subscriptions(topicOrPattern).stream()
                    .map(entity -> describe(entity, topicOrPattern.name()))
                    .toList();
        });
    }

    /**
     * Returns the current configuration of a topic.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicDescription topic(String name) throws JMSException {
        requireNonNull(name, "name");
        return TopicDescription.of(executor.execute(() -> ReadableEntityCheck.check(requireTopic(name))));
    }

    /**
     * Returns the current configuration of a subscription.
     *
     * @param fullName {@code TOPIC/Subscriptions/CLIENTID:NAME}, see {@link RestanteAdmin#entities}
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public SubscriptionDescription subscription(String fullName) throws JMSException {
        requireNonNull(fullName, "fullName");
        return executor.execute(() -> {
            if (!SubscriptionName.isPath(fullName)) {
                throw new BrokerException(
                        BrokerException.BrokerErrorReason.SUBSCRIPTION_NOT_FOUND,
                        "'" + DisplayText.shorten(fullName)
                                + "' is not a subscription name of the form TOPIC/Subscriptions/CLIENTID:NAME");
            }
            Entity entity = node.topicAdministration().subscription(fullName);
            return describe(
                    ReadableEntityCheck.check(entity),
                    node.topicAdministration().topicOf(entity));
        });
    }

    /**
     * Returns the current configuration of a durable subscription, with its topic or pattern.
     *
     * @param clientId the client id with which it was created, or null
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public SubscriptionDescription subscription(@Nullable String clientId, String name) throws JMSException {
        requireNonNull(name, "name");
        return executor.execute(() -> {
            Entity entity = node.topicAdministration().durableSubscription(clientId, name);
            return describe(entity, node.topicAdministration().topicOf(entity));
        });
    }

    /**
     * Creates a durable subscription without consumers. After the method returns, messages sent on any node reach it.
     *
     * @param topic the topic, or a pattern with the segments {@code *} and {@code #} (WILD-01)
     * @param clientId client id of the connections of its consumers; null is allowed if {@code shared} is true
     * @param shared true if the subscription may have several consumers
     * @param selector selector for its messages; null or blank for all messages
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the topic does not
     *     exist, {@code RESTANTE-ENTITY-INVALID} if the subscription exists
     * @throws jakarta.jms.InvalidSelectorException if the selector is invalid
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the name is blank, an unshared subscription has no
     *     client id, the topic is temporary, or {@code deadLetterTo} or {@code expiredTo} names no existing queue
     */
    public SubscriptionDescription createSubscription(
            String topic,
            @Nullable String clientId,
            String name,
            boolean shared,
            @Nullable String selector,
            QueueOptions options)
            throws JMSException {
        List<SubscriptionRule> byDefault = List.of(SubscriptionRule.defaultRule(normalised(selector)));
        return createSubscription(topic, clientId, name, shared, selector, byDefault, options);
    }

    /**
     * Creates a durable subscription with rules and without consumers (TOP-03).
     *
     * @param topic the topic, or a pattern with the segments {@code *} and {@code #} (WILD-01)
     * @param clientId client id of the connections of its consumers; null is allowed if {@code shared} is true
     * @param shared true if the subscription may have several consumers
     * @param selector selector that its consumers specify, or null; only the rules filter the messages
     * @param rules rules of the subscription; without rules, it gets no messages
     * @throws JMSException as the method without rules and as {@link SubscriptionRulesAdmin#add}, and with
     *     {@code RESTANTE-INVALID-ARGUMENT} if two rules have the same name
     */
    public SubscriptionDescription createSubscription(
            String topic,
            @Nullable String clientId,
            String name,
            boolean shared,
            @Nullable String selector,
            List<SubscriptionRule> rules,
            QueueOptions options)
            throws JMSException {
        requireNonNull(topic, "topic");
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        for (SubscriptionRule rule : rules) {
            SubscriptionRulesAdmin.check(rule);
        }
        SubscriptionKind kind = shared ? SubscriptionKind.SHARED_DURABLE : SubscriptionKind.UNSHARED_DURABLE;
        return executor.execute(() -> {
            DurableSubscriptionCheck.check(topic, clientId, name, shared);
            Entity topicOrPattern = requireTopicOrPattern(topic);
            SubscribeRequest request = new SubscribeRequest(
                    topicOrPattern, kind, clientId, name, normalised(selector), false, CONNECTION_ID);
            return describe(
                    node.topicAdministration().createSubscription(request, options.entityOptions(), rules),
                    topicOrPattern.name());
        });
    }

    private static @Nullable String normalised(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selector;
    }

    /**
     * Replaces all options of a durable subscription, also while it is in use. The options apply to the next message
     * (BEY-04).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@code deadLetterTo} or {@code expiredTo} names no
     *     existing queue
     */
    public SubscriptionDescription alterSubscription(@Nullable String clientId, String name, QueueOptions options)
            throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return executor.execute(() -> {
            Entity altered = node.topicAdministration()
                    .alter(node.topicAdministration().durableSubscription(clientId, name), options.entityOptions());
            return describe(altered, node.topicAdministration().topicOf(altered));
        });
    }

    /**
     * Creates a durable subscription with the client id, topic, kind, selector, rules and options of another durable
     * subscription.
     *
     * @throws jakarta.jms.InvalidDestinationException as {@link #createSubscription}, and with
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if there is no subscription to copy
     * @throws JMSException as {@link #createSubscription}, and with {@code RESTANTE-INVALID-ARGUMENT} if the original
     *     has noLocal, which depends on its client
     */
    public SubscriptionDescription copySubscription(@Nullable String clientId, String name, String newName)
            throws JMSException {
        requireNonNull(name, "name");
        return executor.execute(() -> {
            SubscriptionDescription copied = requireCopyable(clientId, name);
            List<SubscriptionRule> rules = rules(clientId, name).list();
            return createSubscription(
                    copied.topic(), clientId, newName, copied.shared(), copied.selector(), rules, copied.options());
        });
    }

    private SubscriptionDescription requireCopyable(@Nullable String clientId, String name) {
        Entity entity = ReadableEntityCheck.check(node.topicAdministration().durableSubscription(clientId, name));
        if (requireNonNull(entity.subscription()).noLocal()) {
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.INVALID_ARGUMENT,
                    "A subscription with noLocal cannot be copied: " + name);
        }
        return describe(entity, node.topicAdministration().topicOf(entity));
    }

    /**
     * Deletes a durable subscription that is not in use.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-SUBSCRIPTION-IN-USE} if it has a consumer on any
     *     node, {@code RESTANTE-ENTITY-IN-USE} if it or its dead-letter queue has messages,
     *     {@code RESTANTE-ENTITY-PROTECTED} if one of them is {@code deletionProtected}
     */
    public void deleteSubscription(@Nullable String clientId, String name) throws JMSException {
        deleteSubscription(clientId, name, false);
    }

    /**
     * Deletes a durable subscription and its messages.
     *
     * @param force true to delete a subscription that is in use, but not one that is {@code deletionProtected}
     * @throws JMSException as {@link #deleteSubscription(String, String)}
     */
    public void deleteSubscription(@Nullable String clientId, String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        boolean unused = executor.executeDeletion(force, () -> {
            node.topicAdministration().deleteSubscription(clientId, name, force);
            return true;
        });
    }

    /** Returns the administration of the rules of a durable subscription, which may not exist yet. */
    public SubscriptionRulesAdmin rules(@Nullable String clientId, String name) {
        requireNonNull(name, "name");
        return new SubscriptionRulesAdmin(
                node, executor, () -> node.topicAdministration().durableSubscription(clientId, name));
    }

    /** Returns the administration of the messages of a durable subscription, which may not exist yet. */
    public MessagesAdmin messages(@Nullable String clientId, String name) {
        requireNonNull(name, "name");
        return new MessagesAdmin(
                node, executor, () -> node.topicAdministration().durableSubscription(clientId, name));
    }

    /**
     * Returns the administration of the repeated sends of a topic (SCH-07), which may not exist yet. They can be
     * listed, cancelled and purged; a topic contains no other messages.
     */
    public MessagesAdmin messages(String topic) {
        requireNonNull(topic, "topic");
        return new MessagesAdmin(node, executor, () -> requireTopic(topic));
    }

    /**
     * Returns the number of subscriptions and the throughput of a topic.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicStatistics statistics(String topic) throws JMSException {
        requireNonNull(topic, "topic");
        return executor.execute(() -> {
            Entity entity = requireTopic(topic);
            EntityThroughput throughput = node.statistics().throughput(entity);
            return new TopicStatistics(
                    node.topicAdministration().subscriptions(entity).size(),
                    throughput.sent(),
                    throughput.sentPerSecond());
        });
    }

    /**
     * Returns the message counts and the throughput of a durable subscription (VIS-10).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public QueueStatistics statistics(@Nullable String clientId, String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueStatistics.of(executor.execute(
                () -> node.statistics().statistics(node.topicAdministration().durableSubscription(clientId, name))));
    }

    /**
     * Deletes a recorded duplicate id of a topic, so that the next message with this id is not a duplicate (SND-06).
     *
     * @return true if the id was recorded
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if there is no such topic
     */
    public boolean forgetDuplicateId(String topic, String duplicateId) throws JMSException {
        requireNonNull(topic, "topic");
        requireNonNull(duplicateId, "duplicateId");
        return executor.execute(() -> node.queueAdministration().removeDuplicateId(requireTopic(topic), duplicateId));
    }

    private Entity requireTopicOrPattern(String topic) {
        return TopicNameCheck.pattern(topic).orElseGet(() -> requireTopic(topic));
    }

    private Entity requireTopic(String topic) {
        return node.topicAdministration().topic(topic);
    }

    private SubscriptionDescription describe(Entity entity, String topic) {
        return SubscriptionDescription.of(
                entity,
                topic,
                entity.deadLetterQueueId() == 0
                        ? null
                        : node.topicAdministration().deadLetterQueue(entity));
    }
}
