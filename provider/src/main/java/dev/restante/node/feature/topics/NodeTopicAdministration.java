package dev.restante.node.feature.topics;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.EntityNameCheck;
import dev.restante.broker.RuleAdministration;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.TopicAdministration;
import dev.restante.broker.TopicNameCheck;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredTextKind;
import dev.restante.model.Subscription;
import dev.restante.model.TopicPattern;
import dev.restante.node.admin.option.EntityOptionChanger;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Administration of the topics and subscriptions in a node's store: finds, creates, alters and deletes. */
public final class NodeTopicAdministration implements TopicAdministration {

    private final NodeServices node;
    private final DelayedCompletions delayedCompletions;
    private final IdleEntityDeleter idleDeleter;
    private final EntityEvents events;
    private final TopicSender topics;
    private final DeletedEntityCleaner entityCleaner;
    private final NodeSubscriptionRegistry subscriptions;
    private final EntityOptionChanger optionChanger;
    private final EntityRegistry registry;
    private final NodeRuleAdministration rules;

    public NodeTopicAdministration(
            NodeServices node,
            DelayedCompletions delayedCompletions,
            IdleEntityDeleter idleDeleter,
            EntityEvents events,
            TopicSender topicSender,
            DeletedEntityCleaner entityCleaner,
            NodeSubscriptionRegistry subscriptions,
            EntityOptionChanger optionChanger) {
        this.node = node;
        this.delayedCompletions = delayedCompletions;
        this.idleDeleter = idleDeleter;
        this.events = events;
        this.topics = topicSender;
        this.entityCleaner = entityCleaner;
        this.subscriptions = subscriptions;
        this.optionChanger = optionChanger;
        this.registry = node.registry();
        this.rules = new NodeRuleAdministration(node.context(), node.lifecycle(), idleDeleter, topicSender);
    }

    @Override
    public Entity createTopic(String name, EntityOptions options) {
        TopicNameCheck.check(name);
        return node.lifecycle().callStore(() -> {
            BrokerException exists = new BrokerException(
                    BrokerErrorReason.ENTITY_INVALID,
                    "Topic '" + DisplayText.shorten(name) + "' exists already. Alter it, or choose another name.");
            if (registry.stored(EntityKind.TOPIC, name).isPresent()) {
                throw exists;
            }
            Entity created = registry.createTopicIfAbsent(name, options).orElseThrow(() -> exists);
            idleDeleter.afterOptionsChange(created);
            return created;
        });
    }

    @Override
    public Entity createSubscription(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        if (!request.kind().durable()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "A subscription of kind " + request.kind()
                            + " cannot be created without a consumer. Create a durable subscription.");
        }
        String name = SubscriptionName.durable(request.clientId(), requireNonNull(request.name(), "name"));
        return node.lifecycle().callStore(() -> {
            optionChanger.check(EntityKind.SUBSCRIPTION, name, options);
            optionChanger.checkForwardTo(wanted(request, name, options));
            Entity created = subscriptions.create(request, options, rules);
            idleDeleter.afterOptionsChange(created);
            events.onEntitiesChanged();
            return created;
        });
    }

    @Override
    public Entity alter(Entity entity, EntityOptions options) {
        return optionChanger.replaceWithRetry(entity, options, altered -> {
            optionChanger.check(altered.kind(), altered.name(), altered.options());
            optionChanger.checkForwardTo(altered);
        });
    }

    private static Entity wanted(SubscribeRequest request, String name, EntityOptions options) {
        Subscription subscription = request.toTarget(request.topic(), 0).subscription();
        return new Entity(0, EntityKind.SUBSCRIPTION, name, request.topic().id(), 0, options, 0, true, subscription);
    }

    @Override
    public boolean deleteTopic(String name, boolean force) {
        EntityNameCheck.check(name);
        Optional<Entity> topic = node.lifecycle().callStore(() -> registry.stored(EntityKind.TOPIC, name));
        if (topic.isEmpty()) {
            return false;
        }
        long topicId = topic.get().id();
        List<Entity> subscriptions = subscriptions(topic.get());
        if (!force && !subscriptions.isEmpty()) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_IN_USE,
                    "Topic '" + DisplayText.shorten(name) + "' was not deleted because it has " + subscriptions.size()
                            + " subscriptions. Use force to delete it anyway.");
        }
        boolean deleted = node.lifecycle().callStore(() -> registry.delete(topic.get()));
        // The topic is removed first, so that no new send starts. Sends that were still running and messages of
        // consumers on this node are removed afterwards.
        TopicSendSequencer sequencer = topics.sequencer(topicId);
        topics.removeTopic(topicId);
        sequencer.awaitVersion(
                Long.MAX_VALUE, SaturatingTime.toNanos(node.settings().storeTimeout()));
        subscriptions.forEach(entityCleaner::clean);
        return deleted;
    }

    @Override
    public void deleteSubscription(@Nullable String clientId, String name, boolean force) {
        Entity subscription = durableSubscription(clientId, name);
        if (force) {
            subscriptions.deleteForced(clientId, name);
            return;
        }
        delayedCompletions.completeFor(subscription.id());
        boolean empty = node.lifecycle()
                .callStore(() -> !node.store().inspector().hasDeliveries(subscription.id())
                        && !node.store().inspector().hasDeliveries(subscription.deadLetterQueueId()));
        if (!empty) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_IN_USE,
                    "Subscription '" + DisplayText.shorten(subscription.name())
                            + "' was not deleted because it has messages. Use force to delete it anyway.");
        }
        subscriptions.unsubscribe(clientId, name);
    }

    @Override
    public RuleAdministration rules() {
        return rules;
    }

    @Override
    public List<Entity> topics() {
        return node.lifecycle().callStore(registry::list).stream()
                .filter(entity -> entity.kind() == EntityKind.TOPIC)
                .toList();
    }

    @Override
    public List<Entity> subscriptions(Entity topic) {
        List<Entity> read = node.lifecycle()
                .callStore(() -> topic.id() == TopicPattern.ROOT_ID
                        ? node.store().subscriptions().withPattern()
                        : node.store()
                                .subscriptions()
                                .read(topic.id())
                                .map(SubscriptionSet::subscriptions)
                                .orElse(List.of()));
        return read.stream()
                .filter(subscription -> subscription.parentId() == topic.id()
                        && (subscription.topicPattern() == null
                                || subscription.topicPattern().equals(topic.name())))
                .sorted(Comparator.comparing(Entity::name, StoredTextKind.CODE_POINT_ORDER))
                .toList();
    }

    @Override
    public String topicOf(Entity subscription) {
        String pattern = subscription.topicPattern();
        return pattern != null
                ? pattern
                : node.lifecycle()
                        .callStore(() -> registry.cached(subscription.parentId()))
                        .map(Entity::name)
                        .orElseThrow(() -> new BrokerException(
                                BrokerErrorReason.ENTITY_NOT_FOUND,
                                "The topic of subscription '" + DisplayText.shorten(subscription.name())
                                        + "' was deleted"));
    }

    @Override
    public Entity topic(String name) {
        return subscriptions.topic(name, false);
    }

    @Override
    public Entity subscription(String fullName) {
        int end = fullName.indexOf(Subscription.TOPIC_SEPARATOR);
        Optional<Entity> named = end < 0
                ? Optional.empty()
                : node.lifecycle()
                        .callStore(() -> stored(fullName.substring(end + Subscription.TOPIC_SEPARATOR.length()))
                                .filter(found -> Subscription.fullName(topicOf(found), found.name())
                                        .equals(fullName)));
        return named.orElseThrow(() -> new BrokerException(
                BrokerErrorReason.SUBSCRIPTION_NOT_FOUND,
                "There is no subscription '" + DisplayText.shorten(fullName)
                        + "'. Check the name, or create the subscription."));
    }

    private Optional<Entity> stored(String identity) {
        return StoredTextKind.isStorable(identity)
                ? node.store().entities().find(EntityKind.SUBSCRIPTION, identity)
                : Optional.empty();
    }

    @Override
    public String deadLetterQueue(Entity subscription) {
        return Subscription.fullName(topicOf(subscription), subscription.name()) + DestinationName.DEAD_LETTER_SUFFIX;
    }

    @Override
    public Entity durableSubscription(@Nullable String clientId, String name) {
        String identity = SubscriptionName.durable(clientId, name);
        return node.lifecycle()
                .callStore(() -> stored(identity))
                .orElseThrow(() -> SubscriptionCreator.notFoundException(clientId, name));
    }
}
