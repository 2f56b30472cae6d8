package dev.restante.node.feature.forwarding.route;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.TopicPattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validator of forwarding options: the target exists, no circle, and at most {@link ForwardRoute#MAX_HOPS} hops from
 * any entity (FWD-01). It does not read the store.
 *
 * <p>A topic leads to its subscriptions without a hop. Dead-letter targets count for circles, because a message that no
 * consumer can process would otherwise circulate forever.
 */
public final class ForwardValidator {

    private final Collection<Entity> entities;

    /** Creates a validator for all entities of a store, including the checked one with its new options. */
    ForwardValidator(Collection<Entity> entities) {
        this.entities = entities;
    }

    /**
     * Rejects a receiver of an entity that forwards.
     *
     * @throws BrokerException with ENTITY_INVALID if the entity forwards
     */
    public static void checkNotForwarding(Entity entity) {
        DestinationName target = entity.options().forwardTo();
        if (target != null) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_INVALID,
                    "No consumer can receive from '" + DisplayText.shorten(entity.name()) + "' because it forwards to '"
                            + DisplayText.shorten(target.name()) + "'. Receive from that target.");
        }
    }

    /**
     * Checks the options of an entity.
     *
     * @param entity entity with its new options
     * @throws BrokerException with INVALID_ARGUMENT if the options are not allowed
     */
    public static void check(Entity entity, Collection<Entity> stored) {
        EntityOptions options = entity.options();
        if (options.forwardTo() == null && options.deadLetterTargets().isEmpty()) {
            return;
        }
        List<Entity> entities = new ArrayList<>(stored);
        entities.removeIf(other -> other.id() == entity.id());
        entities.add(entity);
        new ForwardValidator(entities).check(entity);
    }

    /**
     * Checks the options of several entities.
     *
     * @param changed some of the entities
     * @param all all entities with their new options
     * @throws BrokerException as {@link #check(Entity, Collection)}
     */
    public static void checkAll(Collection<Entity> changed, Collection<Entity> all) {
        ForwardValidator validator = new ForwardValidator(all);
        changed.stream()
                .filter(entity -> entity.options().forwardTo() != null
                        || !entity.options().deadLetterTargets().isEmpty())
                .forEach(validator::check);
    }

    private void check(Entity entity) {
        DestinationName target = entity.options().forwardTo();
        if (target != null) {
            checkTarget(entity, target);
        }
        if (leadsTo(entity, entity, new HashSet<>())) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "'" + DisplayText.shorten(entity.name())
                            + "' would forward back to itself through the options forwardTo,"
                            + " deadLetterTo or expiredTo. Choose another target.");
        }
        int hops = longestChainTo(entity, new HashSet<>()) + longestChainFrom(entity, new HashSet<>());
        if (target != null && hops > ForwardRoute.MAX_HOPS) {
            throw refused(
                    entity,
                    "creates a chain of " + hops + " steps, but a message is forwarded at most " + ForwardRoute.MAX_HOPS
                            + " times");
        }
    }

    private void checkTarget(Entity entity, DestinationName target) {
        if (entity.isDeadLetterQueue()) {
            throw refused(
                    entity,
                    "cannot be set because a dead-letter queue does not forward."
                            + " Set deadLetterTo of its source instead.");
        }
        if (!entity.permanent()) {
            throw refused(
                    entity,
                    "cannot be set because only queues and durable subscriptions that are not temporary can forward");
        }
        Entity found = named(target);
        if (found == null) {
            throw refused(
                    entity,
                    "leads to the " + (target.kind() == EntityKind.TOPIC ? "topic" : "queue") + " '"
                            + DisplayText.shorten(target.name()) + "', which does not exist. Create it first.");
        }
        if (!found.permanent()) {
            throw refused(
                    entity,
                    "leads to '" + DisplayText.shorten(target.name())
                            + "', which is temporary. Choose a permanent queue or topic.");
        }
    }

    private static BrokerException refused(Entity entity, String why) {
        return new BrokerException(
                BrokerErrorReason.INVALID_ARGUMENT, "forwardTo of '" + DisplayText.shorten(entity.name()) + "' " + why);
    }

    private @Nullable Entity named(DestinationName name) {
        return entities.stream()
                .filter(entity -> entity.kind() == name.kind() && entity.name().equals(name.name()))
                .findFirst()
                .orElse(null);
    }

    /** Returns the entities that get the messages of an entity next, by forwarding or from a topic. */
    private List<Entity> next(Entity entity) {
        if (entity.kind() == EntityKind.TOPIC) {
            return entities.stream()
                    .filter(other -> isSubscriptionOf(other, entity))
                    .toList();
        }
        DestinationName target = entity.options().forwardTo();
        Entity found = target == null ? null : named(target);
        return found == null ? List.of() : List.of(found);
    }

    private static boolean isSubscriptionOf(Entity entity, Entity topic) {
        return entity.kind() == EntityKind.SUBSCRIPTION
                && (entity.parentId() == topic.id() || TopicPattern.covers(entity, topic.name()));
    }

    /** Returns whether messages of an entity, or their dead letters, can reach another entity. */
    private boolean leadsTo(Entity from, Entity wanted, Set<Long> seen) {
        List<Entity> following = new ArrayList<>(next(from));
        from.options().deadLetterTargets().values().stream()
                .map(name -> named(DestinationName.queue(name)))
                .filter(Objects::nonNull)
                .forEach(following::add);
        for (Entity entity : following) {
            if (entity.id() == wanted.id() || (seen.add(entity.id()) && leadsTo(entity, wanted, seen))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the length of the longest chain that begins at an entity. */
    private int longestChainFrom(Entity entity, Set<Long> passing) {
        int longest = 0;
        if (passing.add(entity.id())) {
            int cost = entity.kind() == EntityKind.TOPIC ? 0 : 1;
            for (Entity following : next(entity)) {
                longest = Math.max(longest, cost + longestChainFrom(following, passing));
            }
            passing.remove(entity.id());
        }
        return longest;
    }

    /** Returns the length of the longest chain that ends at an entity. */
    private int longestChainTo(Entity entity, Set<Long> passing) {
        int longest = 0;
        if (passing.add(entity.id())) {
            for (Entity other : entities) {
                if (other.kind() == EntityKind.TOPIC) {
                    if (isSubscriptionOf(entity, other)) {
                        longest = Math.max(longest, longestChainTo(other, passing));
                    }
                } else if (other.options().forwardTo() != null && next(other).contains(entity)) {
                    longest = Math.max(longest, 1 + longestChainTo(other, passing));
                }
            }
            passing.remove(entity.id());
        }
        return longest;
    }
}
