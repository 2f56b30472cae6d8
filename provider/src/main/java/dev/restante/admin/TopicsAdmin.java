package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DurableIdentity;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.view.EntityTraffic;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.EntityStatus;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Creates, alters, deletes and inspects topics and subscriptions. Thread-safe; closed with the {@link RestanteAdmin}
 * that it comes from.
 */
public final class TopicsAdmin {

    private static final String CONNECTION_ID = "administration";

    private final Administration node;
    private final AdminCalls calls;

    TopicsAdmin(Administration node, AdminCalls calls) {
        this.node = node;
        this.calls = calls;
    }

    /**
     * Creates a topic.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if it exists or can't have
     *     that name
     */
    public TopicDescription create(String name, TopicOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return TopicDescription.of(
                calls.asking(() -> node.topicAdministration().createTopic(name, options.entityOptions())));
    }

    /**
     * Replaces the options of a topic, also while it is in use; effective for the next message (BEY-04).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicDescription alter(String name, TopicOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return TopicDescription.of(
                calls.asking(() -> node.topicAdministration().alter(existing(name), options.entityOptions())));
    }

    /**
     * Creates a topic with the options that another one has now, without subscriptions.
     *
     * @throws jakarta.jms.InvalidDestinationException as in {@link #create}, and with {@code RESTANTE-ENTITY-NOT-FOUND}
     *     if there is no topic to copy
     */
    public TopicDescription copy(String from, String to) throws JMSException {
        requireNonNull(from, "from");
        return calls.asking(() -> create(
                to, TopicOptions.of(ReadableEntities.check(existing(from)).options())));
    }

    /**
     * Deletes a topic that has no subscriptions.
     *
     * @return false if there was no topic with that name
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the name can't be a
     *     topic's
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-ENTITY-IN-USE} if it has subscriptions, durable or
     *     not, {@code RESTANTE-ENTITY-PROTECTED} if it or one of these is {@code deletionProtected}, by force too
     */
    public boolean delete(String name) throws JMSException {
        return delete(name, false);
    }

    /**
     * Deletes a topic with its subscriptions and all that they have.
     *
     * @param force whether also if it has subscriptions; their consumers then find that they are gone
     * @return false if there was no topic with that name
     * @throws JMSException see {@link #delete(String)}
     */
    public boolean delete(String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        return calls.deleting(force, () -> node.topicAdministration().deleteTopic(name, force));
    }

    /**
     * Pauses a topic: the receivers of all its subscriptions wait. Otherwise as {@link RestanteAdmin#pause}, which also
     * pauses a single subscription.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public EntityStatus pause(String topic) throws JMSException {
        return statusChanged(topic, EntityStatus::paused);
    }

    /**
     * Lets applications send to a topic, and receive from its subscriptions; one that is paused itself stays so.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus resume(String topic) throws JMSException {
        return statusChanged(topic, before -> EntityStatus.ACTIVE);
    }

    /**
     * Pauses a topic, and has sends to it refused with {@code RESTANTE-ENTITY-DISABLED}.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus disable(String topic) throws JMSException {
        return statusChanged(topic, before -> EntityStatus.DISABLED);
    }

    private EntityStatus statusChanged(String topic, UnaryOperator<EntityStatus> change) throws JMSException {
        requireNonNull(topic, "topic");
        return calls.asking(() -> calls.statusChanged(existing(topic), change));
    }

    /** All topics by name, temporary ones too; those that can't be read say so. */
    public List<TopicDescription> list() throws JMSException {
        return calls.asking(() -> node.topicAdministration().topics()).stream()
                .map(TopicDescription::of)
                .toList();
    }

    /**
     * The subscriptions of a topic, those that are not durable too.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public List<SubscriptionDescription> subscriptions(String topic) throws JMSException {
        requireNonNull(topic, "topic");
        return calls.asking(() -> node.topicAdministration().subscriptions(existing(topic)).stream()
                .map(entity -> described(entity, topic))
                .toList());
    }

    /**
     * A topic as it is configured now.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicDescription topic(String name) throws JMSException {
        requireNonNull(name, "name");
        return TopicDescription.of(calls.asking(() -> ReadableEntities.check(existing(name))));
    }

    /**
     * A subscription as it is now, by its full name.
     *
     * @param fullName {@code TOPIC/Subscriptions/CLIENTID:NAME}, as {@link RestanteAdmin#entities} tells it
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public SubscriptionDescription subscription(String fullName) throws JMSException {
        requireNonNull(fullName, "fullName");
        return calls.asking(() -> {
            if (!SubscriptionName.isPath(fullName)) {
                throw new BrokerException(
                        BrokerException.Reason.SUBSCRIPTION_NOT_FOUND,
                        "'" + ShownText.of(fullName)
                                + "' is not the name of a subscription, which is TOPIC/Subscriptions/CLIENTID:NAME");
            }
            Entity entity = node.topicAdministration().subscription(fullName);
            return described(
                    ReadableEntities.check(entity), node.topicAdministration().topicOf(entity));
        });
    }

    /**
     * Creates a durable subscription that nobody consumes from yet, at once with its options. A message that is sent
     * after this returns, on whichever node, reaches it.
     *
     * @param clientId the client id of the connections that will, or null; required unless {@code shared}
     * @param shared whether it may have several consumers
     * @param selector which messages it wants; null or empty for all
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the topic does not
     *     exist, {@code RESTANTE-ENTITY-INVALID} if the subscription exists
     * @throws jakarta.jms.InvalidSelectorException if the selector is none
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the name is blank, an unshared one has no client
     *     id, the topic is a temporary one, or {@code deadLetterTo} or {@code expiredTo} names a queue that does not
     *     exist
     */
    public SubscriptionDescription createSubscription(
            String topic,
            @Nullable String clientId,
            String name,
            boolean shared,
            @Nullable String selector,
            QueueOptions options)
            throws JMSException {
        List<SubscriptionRule> byDefault = List.of(SubscriptionRule.byDefault(normalised(selector)));
        return createSubscription(topic, clientId, name, shared, selector, byDefault, options);
    }

    /**
     * Creates a durable subscription that nobody consumes from yet, at once with its options and rules (TOP-03).
     *
     * @param clientId the client id of the connections that will, or null; required unless {@code shared}
     * @param shared whether it may have several consumers
     * @param selector the one that consumers will ask for, or null; which messages it gets is said by the rules alone
     * @param rules none for a subscription that gets nothing yet
     * @throws JMSException as the method without rules does, and as {@link SubscriptionRulesAdmin#add} does; with
     *     {@code RESTANTE-INVALID-ARGUMENT} also if two rules have the same name
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
        return calls.asking(() -> {
            DurableIdentity.check(topic, clientId, name, shared);
            SubscribeRequest request = new SubscribeRequest(
                    existing(topic), kind, clientId, name, normalised(selector), false, CONNECTION_ID);
            return described(
                    node.topicAdministration().createSubscription(request, options.entityOptions(), rules), topic);
        });
    }

    private static @Nullable String normalised(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selector;
    }

    /**
     * Replaces all options of a durable subscription, also while it is in use; effective for the next message (BEY-04).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@code deadLetterTo} or {@code expiredTo} names a
     *     queue that does not exist
     */
    public SubscriptionDescription alterSubscription(@Nullable String clientId, String name, QueueOptions options)
            throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return calls.asking(() -> {
            Entity altered = node.topicAdministration()
                    .alter(node.topicAdministration().durable(clientId, name), options.entityOptions());
            return described(altered, node.topicAdministration().topicOf(altered));
        });
    }

    /**
     * Creates a durable subscription with the topic, kind, selector, rules and options that another one has now, for
     * the same client id.
     *
     * @throws jakarta.jms.InvalidDestinationException as in {@link #createSubscription}, and with
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if there is none to copy
     * @throws JMSException as in {@link #createSubscription}, and with {@code RESTANTE-INVALID-ARGUMENT} if it has
     *     noLocal, which depends on its client
     */
    public SubscriptionDescription copySubscription(@Nullable String clientId, String name, String newName)
            throws JMSException {
        requireNonNull(name, "name");
        return calls.asking(() -> {
            SubscriptionDescription copied = copyable(clientId, name);
            List<SubscriptionRule> rules = rules(clientId, name).list();
            return createSubscription(
                    copied.topic(), clientId, newName, copied.shared(), copied.selector(), rules, copied.options());
        });
    }

    private SubscriptionDescription copyable(@Nullable String clientId, String name) {
        Entity entity = ReadableEntities.check(node.topicAdministration().durable(clientId, name));
        if (requireNonNull(entity.subscription()).noLocal()) {
            throw new BrokerException(
                    BrokerException.Reason.INVALID_ARGUMENT, "A subscription with noLocal can't be copied: " + name);
        }
        return described(entity, node.topicAdministration().topicOf(entity));
    }

    /**
     * Deletes a durable subscription that is not in use.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-SUBSCRIPTION-IN-USE} if it has a consumer, on
     *     whichever node, {@code RESTANTE-ENTITY-IN-USE} if it or its dead-letter queue has messages,
     *     {@code RESTANTE-ENTITY-PROTECTED} if one of both is {@code deletionProtected}, by force too
     */
    public void deleteSubscription(@Nullable String clientId, String name) throws JMSException {
        deleteSubscription(clientId, name, false);
    }

    /**
     * Deletes a durable subscription with all that it has.
     *
     * @param force whether also if it is in use; its consumers then find that it is gone
     * @throws JMSException see {@link #deleteSubscription(String, String)}
     */
    public void deleteSubscription(@Nullable String clientId, String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        boolean unused = calls.deleting(force, () -> {
            node.topicAdministration().deleteSubscription(clientId, name, force);
            return true;
        });
    }

    /** The rules of a durable subscription; it need not exist yet. */
    public SubscriptionRulesAdmin rules(@Nullable String clientId, String name) {
        requireNonNull(name, "name");
        return new SubscriptionRulesAdmin(
                node, calls, () -> node.topicAdministration().durable(clientId, name));
    }

    /** The messages of a durable subscription; it need not exist yet. */
    public MessagesAdmin messages(@Nullable String clientId, String name) {
        requireNonNull(name, "name");
        return new MessagesAdmin(node, calls, () -> node.topicAdministration().durable(clientId, name));
    }

    /**
     * What is sent to a topic repeatedly (SCH-07), to be listed, cancelled or purged: nothing else stays in a topic, so
     * everything else finds no messages.
     *
     * @param topic it need not exist yet
     */
    public MessagesAdmin messages(String topic) {
        requireNonNull(topic, "topic");
        return new MessagesAdmin(node, calls, () -> existing(topic));
    }

    /**
     * What a topic has now, and what was sent to it.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public TopicStatistics statistics(String topic) throws JMSException {
        requireNonNull(topic, "topic");
        return calls.asking(() -> {
            Entity entity = existing(topic);
            EntityTraffic traffic = node.statistics().traffic(entity);
            return new TopicStatistics(
                    node.topicAdministration().subscriptions(entity).size(), traffic.sent(), traffic.sentPerSecond());
        });
    }

    /**
     * What is in a durable subscription now (VIS-10).
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public QueueStatistics statistics(@Nullable String clientId, String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueStatistics.of(calls.asking(
                () -> node.statistics().of(node.topicAdministration().durable(clientId, name))));
    }

    /**
     * Has a topic forget a duplicate id before its time, so that the next message with it counts as new (SND-06).
     *
     * @return whether it was remembered
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the topic does not
     *     exist
     */
    public boolean forgetDuplicateId(String topic, String duplicateId) throws JMSException {
        requireNonNull(topic, "topic");
        requireNonNull(duplicateId, "duplicateId");
        return calls.asking(() -> node.queueAdministration().forgetDuplicateId(existing(topic), duplicateId));
    }

    private Entity existing(String topic) {
        return node.topicAdministration().topic(topic);
    }

    private SubscriptionDescription described(Entity entity, String topic) {
        return SubscriptionDescription.of(
                entity,
                topic,
                entity.deadLetterQueueId() == 0
                        ? null
                        : node.topicAdministration().deadLetterQueue(entity));
    }
}
