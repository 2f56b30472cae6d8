package dev.restante.store;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.TopicPattern;
import dev.restante.rule.SubscriptionRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Repository of subscriptions and temporary destinations, and of the nodes that use them.
 *
 * <p>A change to the subscriptions of a topic increments the version of the subscription set, and a change to a
 * subscription with a pattern the versions of all matching topics. It waits for running batches that were made for the
 * earlier version ({@link Change.UnchangedSubscriptions}). Therefore a message that is sent after the creation of a
 * subscription reaches it, and no message reaches a removed subscription.
 *
 * <p>A removal has two phases. First the subscription is detached: removed from its topic and no longer found by its
 * name. Then {@link #purge} deletes its rows. {@link #removeUnusedTemporary} finds entities that a dead node left
 * between the phases.
 */
public interface SubscriptionRepository {

    /**
     * Subscriptions of a topic.
     *
     * @param topic topic as read
     * @param version number that each change to the subscriptions or their rules increments
     * @param subscriptions subscriptions in no order
     * @param rules rules by subscription id; a subscription that still has only its initial rule has no entry
     */
    record SubscriptionSet(Entity topic, long version, List<Entity> subscriptions, Map<Long, SubscriptionRules> rules) {
        public SubscriptionSet {
            subscriptions = List.copyOf(subscriptions);
            rules = Map.copyOf(rules);
        }

        /** Returns the rules of a subscription, which is the default rule with its selector if there is no entry. */
        public SubscriptionRules rulesOf(Entity entity) {
            SubscriptionRules own = rules.get(entity.id());
            Subscription subscription = entity.subscription();
            return own != null
                    ? own
                    : SubscriptionRules.defaultRules(subscription == null ? null : subscription.selector());
        }
    }

    /**
     * Identity and attributes of the subscription that a consumer requests.
     *
     * @param topicId the topic, or {@link TopicPattern#ROOT_ID} for a subscription with a pattern
     */
    record SubscriptionTarget(long topicId, String name, Subscription subscription) {}

    /** Result of an attempt to join a subscription. */
    sealed interface JoinResult {}

    /**
     * Result of a successful join: the node uses the subscription.
     *
     * @param created true if the join created the subscription
     * @param replaced detached entities of the replaced subscription, to be purged
     */
    record JoinedSubscription(Entity subscription, boolean created, List<Entity> replaced) implements JoinResult {}

    /** Reason why a subscription cannot be joined. */
    enum JoinRejection implements JoinResult {
        /** The subscription has a consumer and allows only one. */
        IN_USE,
        /** The subscription is in use and has other attributes, or it has another kind. */
        CONFLICT,
        /** The topic does not exist. */
        NO_TOPIC,
        /** Subscriptions in the store have {@link TopicPattern#MAX_PATTERNS} other patterns. */
        TOO_MANY_PATTERNS
    }

    /** Result of an attempt to create a subscription. */
    sealed interface CreateResult {}

    /** Result with the new subscription. */
    record CreatedSubscription(Entity subscription) implements CreateResult {}

    /** Reason why a subscription was not created. */
    enum CreateRejection implements CreateResult {
        /** A subscription with the name exists, of this topic or another one. */
        EXISTS,
        /** The topic does not exist. */
        NO_TOPIC,
        /** Subscriptions in the store have {@link TopicPattern#MAX_PATTERNS} other patterns. */
        TOO_MANY_PATTERNS
    }

    /** Result of an attempt to remove a subscription. */
    sealed interface RemovalResult {}

    /** Result with the detached subscription, to be purged. */
    record RemovedSubscription(Entity entity) implements RemovalResult {}

    /** Reason why a subscription was not removed. */
    enum RemovalRejection implements RemovalResult {
        /** No durable subscription has the name. */
        UNKNOWN,
        IN_USE
    }

    /**
     * Returns the current subscriptions of a topic, as of one instant; empty if the topic does not exist. Subscriptions
     * whose pattern matches the topic are among them (WILD-01).
     */
    Optional<SubscriptionSet> read(long topicId);

    /** Returns all subscriptions to topics by pattern, in no order. */
    List<Entity> withPattern();

    /** Creates a durable subscription together with its options and rules. */
    CreateResult create(SubscriptionTarget target, EntityOptions options, List<SubscriptionRule> rules);

    /**
     * Creates, finds or replaces a subscription, and records the node as its user.
     *
     * @throws StoreException with kind FENCED if the node was declared dead, PROTECTED if the subscription to replace
     *     is protected
     */
    JoinResult join(SubscriptionTarget target, long incarnation);

    /**
     * Records a node as user of an existing entity: of a subscription that a consumer joins as it is, or again after
     * the node was declared dead and rejoined as a new incarnation.
     *
     * @param exclusive true if the entity allows only one user
     * @return false if the entity does not exist, or if it is exclusive and has a user
     * @throws StoreException with kind FENCED if the incarnation was declared dead
     */
    boolean addUser(long entityId, boolean exclusive, long incarnation);

    /**
     * Removes a node as user of an entity. Detaches an entity that is not permanent if this was its last user.
     *
     * @return the detached entity, to be purged
     */
    Optional<Entity> leave(long entityId, long incarnation);

    /**
     * Detaches a durable subscription that no node uses.
     *
     * @throws StoreException with kind PROTECTED if the subscription is protected
     */
    RemovalResult removeIfUnused(String name);

    /** Detaches a durable subscription, even if nodes use it. */
    RemovalResult remove(String name);

    /** Returns the subscriptions and temporary destinations that live nodes use. */
    Set<Long> usedEntities(Collection<Long> entityIds);

    /**
     * Creates a temporary queue with its dead-letter queue, or a temporary topic, with the node as user.
     *
     * @throws StoreException with kind FENCED if the node was declared dead
     */
    Entity createTemporary(EntityKind kind, String name, long incarnation);

    /**
     * Detaches entities that are not permanent and that no node uses. Returns these and earlier detached entities,
     * which are to be purged.
     */
    List<Entity> removeUnusedTemporary();

    /** Deletes the rows of a detached entity in several transactions, which can be repeated after a failure. */
    void purge(Entity removedEntity);
}
