package dev.restante.store;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.rule.SubscriptionRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Subscriptions, temporary destinations, and which nodes use them. Each call is a transaction of its own, unless it
 * says otherwise.
 *
 * <p>Whatever changes the set of a topic's subscriptions counts up its version, and waits for the batches under way
 * that were made for the set before ({@link Change.SameSubscriptions}). So a message that is sent after a subscription
 * was created reaches it, and none reaches one that is gone.
 *
 * <p>What goes is first taken out of its topic, and no longer found by its name; {@link #purge} then removes what it
 * has, and itself. What was left behind in between, by a node that died, {@link #abandoned} finds.
 */
public interface SubscriptionRepository {

    /**
     * The subscriptions of a topic.
     *
     * @param topic as read
     * @param version counts up with each change of the set, or of the rules of one of them
     * @param subscriptions in no order
     * @param rules by id, of those that have not just the one that they began with
     */
    record SubscriptionSet(Entity topic, long version, List<Entity> subscriptions, Map<Long, SubscriptionRules> rules) {
        public SubscriptionSet {
            subscriptions = List.copyOf(subscriptions);
            rules = Map.copyOf(rules);
        }

        /** The rules of one of them. */
        public SubscriptionRules rulesOf(Entity entity) {
            SubscriptionRules own = rules.get(entity.id());
            Subscription subscription = entity.subscription();
            return own != null
                    ? own
                    : SubscriptionRules.byDefault(subscription == null ? null : subscription.selector());
        }
    }

    /**
     * The subscription that somebody wants to consume from.
     *
     * @param topicId the topic
     * @param name the subscription's identity, under which it is stored
     * @param deadLetterQueue the name of its dead-letter queue; only durable ones get one
     * @param subscription what it is
     */
    record Wanted(long topicId, String name, String deadLetterQueue, Subscription subscription) {}

    /** The result of an attempt to join a subscription. */
    sealed interface Joining {}

    /**
     * The node uses the subscription now.
     *
     * @param subscription created or found
     * @param replaced what had to go for it, to be purged
     */
    record Joined(Entity subscription, List<Entity> replaced) implements Joining {}

    /** Why a subscription can't be joined. */
    enum Refused implements Joining {
        /** It has a consumer and allows only one. */
        IN_USE,
        /** It is in use and differs, or it is durable and of the other kind. */
        CONFLICT,
        /** The topic is gone. */
        NO_TOPIC
    }

    /** The result of an attempt to create a subscription. */
    sealed interface Creating {}

    /**
     * It is there, and nobody uses it yet.
     *
     * @param subscription created
     */
    record Created(Entity subscription) implements Creating {}

    /** Why it was not created. */
    enum NotCreated implements Creating {
        /** There is one of that name, of this topic or another. */
        EXISTS,
        /** The topic is gone. */
        NO_TOPIC
    }

    /** The result of an attempt to take a subscription away. */
    sealed interface Leaving {}

    /**
     * It is gone from its topic.
     *
     * @param entity to be purged
     */
    record Gone(Entity entity) implements Leaving {}

    /** Why it is still there. */
    enum Stays implements Leaving {
        /** There is none of that name. */
        UNKNOWN,
        /** Somebody uses it. */
        IN_USE
    }

    /** The subscriptions of a topic as they are now, empty if it is gone; all of one reading. */
    Optional<SubscriptionSet> read(long topicId);

    /** Creates a durable subscription with its options and rules, at once: nobody ever finds it with others. */
    Creating create(Wanted wanted, EntityOptions options, List<SubscriptionRule> rules);

    /**
     * Creates, finds or replaces a subscription, and enters the node as a user of it.
     *
     * @throws StoreException with kind FENCED if the node was declared dead, PROTECTED if it would replace what is
     *     protected
     */
    Joining join(Wanted wanted, long incarnation);

    /**
     * A node that was declared dead and has joined anew uses an entity again.
     *
     * @param alone whether nobody else may use it
     * @return false if it has gone, or somebody else uses it alone
     * @throws StoreException with kind FENCED if the node was declared dead
     */
    boolean useAgain(long entityId, boolean alone, long incarnation);

    /**
     * A node no longer uses an entity. One that is not lasting goes with its last user.
     *
     * @return the entity if it has gone, to be purged
     */
    Optional<Entity> leave(long entityId, long incarnation);

    /**
     * Takes away a durable subscription that nobody uses.
     *
     * @throws StoreException with kind PROTECTED if it is protected
     */
    Leaving remove(String name);

    /**
     * Takes away a durable subscription, whoever uses it.
     *
     * @throws StoreException with kind PROTECTED if it is protected
     */
    Leaving removeUsed(String name);

    /** Which of these entities nodes use that are alive; subscriptions and temporary destinations only. */
    Set<Long> used(Collection<Long> entityIds);

    /**
     * Creates a temporary queue with its dead-letter queue, or a temporary topic. The node uses it.
     *
     * @throws StoreException with kind FENCED if the node was declared dead
     */
    Entity createTemporary(EntityKind kind, String name, long incarnation);

    /**
     * Entities that are not lasting and that no node uses; they were taken out of their topics, and are to be purged.
     */
    List<Entity> abandoned();

    /** Removes what an entity has that has gone, and the entity. Several transactions, which can be run again. */
    void purge(Entity gone);
}
