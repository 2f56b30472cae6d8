package dev.restante.node.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.EntityName;
import dev.restante.broker.RuleAdministration;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.TopicAdministration;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.model.Subscription;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.entity.EntityRemoval;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.NodeSubscriptions;
import dev.restante.node.send.TopicLane;
import dev.restante.node.send.TopicSending;
import dev.restante.node.settle.Lingerings;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The topics of a node's store and their subscriptions: creates, alters, deletes and lists. */
public final class NodeTopicAdministration implements TopicAdministration {

    private final NodeContext context;
    private final NodeLife life;
    private final Lingerings lingerings;
    private final IdleEntities idleEntities;
    private final EntityEvents events;
    private final TopicSending topics;
    private final EntityRemoval removal;
    private final NodeSubscriptions subscriptions;
    private final NodeQueueAdministration queues;
    private final EntityRegistry registry;
    private final NodeRuleAdministration rules;

    public NodeTopicAdministration(
            NodeContext context,
            NodeLife life,
            Lingerings lingerings,
            IdleEntities idleEntities,
            EntityEvents events,
            TopicSending topics,
            EntityRemoval removal,
            NodeSubscriptions subscriptions,
            NodeQueueAdministration queues) {
        this.context = context;
        this.life = life;
        this.lingerings = lingerings;
        this.idleEntities = idleEntities;
        this.events = events;
        this.topics = topics;
        this.removal = removal;
        this.subscriptions = subscriptions;
        this.queues = queues;
        this.registry = context.registry();
        this.rules = new NodeRuleAdministration(context, life, idleEntities, topics);
    }

    @Override
    public Entity createTopic(String name, EntityOptions options) {
        EntityName.check(name);
        return life.guarded(() -> {
            BrokerException exists =
                    new BrokerException(Reason.ENTITY_INVALID, "Topic '" + ShownText.of(name) + "' exists already");
            if (registry.stored(EntityKind.TOPIC, name).isPresent()) {
                throw exists;
            }
            Entity created = registry.addTopic(name, options).orElseThrow(() -> exists);
            idleEntities.begun(created);
            return created;
        });
    }

    @Override
    public Entity createSubscription(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        if (!request.kind().durable()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "A subscription of kind " + request.kind() + " lives with its consumer; only a durable one can be"
                            + " created in advance");
        }
        String name = SubscriptionName.durable(request.clientId(), requireNonNull(request.name(), "name"));
        return life.guarded(() -> {
            queues.check(EntityKind.SUBSCRIPTION, name, options);
            queues.checkForwardTo(wanted(request, name, options));
            Entity created = subscriptions.create(request, options, rules);
            idleEntities.begun(created);
            events.entitiesAltered();
            return created;
        });
    }

    @Override
    public Entity alter(Entity entity, EntityOptions options) {
        return life.guarded(() -> {
            queues.check(entity.kind(), entity.name(), options);
            queues.checkForwardTo(entity.with(options));
            return queues.altered(entity, options);
        });
    }

    private static Entity wanted(SubscribeRequest request, String name, EntityOptions options) {
        Subscription subscription = new Subscription(
                request.kind(), request.clientId(), request.name(), request.selector(), request.noLocal(), null);
        return new Entity(0, EntityKind.SUBSCRIPTION, name, request.topic().id(), 0, options, 0, true, subscription);
    }

    @Override
    public boolean deleteTopic(String name, boolean force) {
        EntityName.check(name);
        Optional<Entity> topic = life.guarded(() -> registry.stored(EntityKind.TOPIC, name));
        if (topic.isEmpty()) {
            return false;
        }
        long topicId = topic.get().id();
        List<Entity> subscriptions = subscriptions(topic.get());
        if (!force && !subscriptions.isEmpty()) {
            throw new BrokerException(
                    Reason.ENTITY_IN_USE,
                    "Topic '" + ShownText.of(name) + "' was not deleted: it has " + subscriptions.size()
                            + " subscriptions, and no force was asked for");
        }
        boolean deleted = life.guarded(() -> registry.delete(topic.get()));
        // Forgotten first, so that no send begins any more; what was still sent while they were going is removed with
        // what their receivers here have.
        TopicLane lane = topics.lane(topicId);
        topics.forget(topicId);
        lane.awaitVersion(Long.MAX_VALUE, Spans.nanos(context.settings().storeTimeout()));
        subscriptions.forEach(removal::remove);
        return deleted;
    }

    @Override
    public void deleteSubscription(@Nullable String clientId, String name, boolean force) {
        Entity subscription = durable(clientId, name);
        if (force) {
            subscriptions.removeUsed(clientId, name);
            return;
        }
        lingerings.completeOf(subscription.id());
        boolean empty = life.guarded(() -> !context.store().inspector().anyOf(subscription.id())
                && !context.store().inspector().anyOf(subscription.deadLetterQueueId()));
        if (!empty) {
            throw new BrokerException(
                    Reason.ENTITY_IN_USE,
                    "Subscription '" + ShownText.of(subscription.name())
                            + "' was not deleted: it has messages, and no force was asked for");
        }
        subscriptions.unsubscribe(clientId, name);
    }

    @Override
    public RuleAdministration rules() {
        return rules;
    }

    @Override
    public List<Entity> topics() {
        return life.guarded(registry::list).stream()
                .filter(entity -> entity.kind() == EntityKind.TOPIC)
                .toList();
    }

    @Override
    public List<Entity> subscriptions(Entity topic) {
        return life
                .guarded(() -> context.store().subscriptions().read(topic.id()))
                .map(SubscriptionSet::subscriptions)
                .orElse(List.of())
                .stream()
                .sorted(Comparator.comparing(Entity::name, StoredText.ORDER))
                .toList();
    }

    @Override
    public String topicOf(Entity subscription) {
        return life.guarded(() -> registry.cached(subscription.parentId()))
                .map(Entity::name)
                .orElseThrow(() -> new BrokerException(Reason.ENTITY_NOT_FOUND, "The topic was deleted"));
    }

    @Override
    public Entity topic(String name) {
        return subscriptions.topic(name, false);
    }

    @Override
    public Entity subscription(String fullName) {
        int end = fullName.indexOf(SubscriptionName.IN_TOPIC);
        Optional<Entity> named = end < 0
                ? Optional.empty()
                : life.guarded(() -> stored(fullName.substring(end + SubscriptionName.IN_TOPIC.length()))
                        .filter(found -> SubscriptionName.path(topicOf(found), found.name())
                                .equals(fullName)));
        return named.orElseThrow(() -> new BrokerException(
                Reason.SUBSCRIPTION_NOT_FOUND, "There is no subscription '" + ShownText.of(fullName) + "'"));
    }

    private Optional<Entity> stored(String identity) {
        return StoredText.isStorable(identity)
                ? context.store().entities().find(EntityKind.SUBSCRIPTION, identity)
                : Optional.empty();
    }

    @Override
    public String deadLetterQueue(Entity subscription) {
        return SubscriptionName.deadLetterQueue(topicOf(subscription), subscription.name());
    }

    @Override
    public Entity durable(@Nullable String clientId, String name) {
        String identity = SubscriptionName.durable(clientId, name);
        return life.guarded(() -> stored(identity)).orElseThrow(() -> NodeSubscriptions.notFound(clientId, name));
    }
}
