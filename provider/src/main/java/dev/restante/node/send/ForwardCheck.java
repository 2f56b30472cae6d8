package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check of the options by which an entity forwards: the target exists, no message comes back to where it was, and
 * none is forwarded more than {@link ForwardRoute#MAX_HOPS} times, wherever it was sent to (FWD-01). Pure: looks at
 * entities as they were read.
 *
 * <p>A topic leads to its subscriptions, which costs no hop. Dead letters count for circles, or a message that nobody
 * can process would go round for ever.
 */
public final class ForwardCheck {

    private final Collection<Entity> entities;

    /** A check among all entities of a store, the one in question with the options that it is to have. */
    ForwardCheck(Collection<Entity> entities) {
        this.entities = entities;
    }

    /**
     * Refuses receivers where nothing stays.
     *
     * @throws BrokerException with ENTITY_INVALID if the entity forwards
     */
    public static void checkReceivable(Entity entity) {
        DestinationName target = entity.options().forwardTo();
        if (target != null) {
            throw new BrokerException(
                    Reason.ENTITY_INVALID,
                    "'" + ShownText.of(entity.name()) + "' forwards to '" + ShownText.of(target.name())
                            + "': nobody can receive from it");
        }
    }

    /**
     * Checks the options of an entity.
     *
     * @param entity with those that it is to have
     * @throws BrokerException with INVALID_ARGUMENT if they can't be
     */
    public static void check(Entity entity, Collection<Entity> stored) {
        EntityOptions options = entity.options();
        if (options.forwardTo() == null && options.deadLetterTargets().isEmpty()) {
            return;
        }
        List<Entity> entities = new ArrayList<>(stored);
        entities.removeIf(other -> other.id() == entity.id());
        entities.add(entity);
        new ForwardCheck(entities).check(entity);
    }

    private void check(Entity entity) {
        DestinationName target = entity.options().forwardTo();
        if (target != null) {
            checkTarget(entity, target);
        }
        if (leadsTo(entity, entity, new HashSet<>())) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "'" + ShownText.of(entity.name())
                            + "' leads back to itself, by the forwardTo, deadLetterTo or expiredTo of it and of others");
        }
        int hops = before(entity, new HashSet<>()) + after(entity, new HashSet<>());
        if (target != null && hops > ForwardRoute.MAX_HOPS) {
            throw refused(
                    entity,
                    "makes a chain of " + hops + " steps; a message is forwarded at most " + ForwardRoute.MAX_HOPS
                            + " times");
        }
    }

    private void checkTarget(Entity entity, DestinationName target) {
        if (entity.isDeadLetterQueue()) {
            throw refused(
                    entity, "is not possible: a dead-letter queue keeps what it has; see deadLetterTo of its source");
        }
        if (!entity.lasting()) {
            throw refused(entity, "is not possible: only what lasts can forward");
        }
        Entity found = named(target);
        if (found == null) {
            throw refused(
                    entity,
                    "leads to the " + (target.kind() == EntityKind.TOPIC ? "topic" : "queue") + " '"
                            + ShownText.of(target.name()) + "', which does not exist");
        }
        if (!found.lasting()) {
            throw refused(entity, "leads to '" + ShownText.of(target.name()) + "', which is temporary");
        }
    }

    private static BrokerException refused(Entity entity, String why) {
        return new BrokerException(
                Reason.INVALID_ARGUMENT, "forwardTo of '" + ShownText.of(entity.name()) + "' " + why);
    }

    private @Nullable Entity named(DestinationName name) {
        return entities.stream()
                .filter(entity -> entity.kind() == name.kind() && entity.name().equals(name.name()))
                .findFirst()
                .orElse(null);
    }

    /** Where messages of an entity go next, by forwarding or through a topic. */
    private List<Entity> next(Entity entity) {
        if (entity.kind() == EntityKind.TOPIC) {
            return entities.stream()
                    .filter(other -> other.kind() == EntityKind.SUBSCRIPTION && other.parentId() == entity.id())
                    .toList();
        }
        DestinationName target = entity.options().forwardTo();
        Entity found = target == null ? null : named(target);
        return found == null ? List.of() : List.of(found);
    }

    /** Whether messages, or what becomes of them, can get from an entity to another. */
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

    /** The longest chain that begins at an entity. */
    private int after(Entity entity, Set<Long> passing) {
        int longest = 0;
        if (passing.add(entity.id())) {
            int cost = entity.kind() == EntityKind.TOPIC ? 0 : 1;
            for (Entity following : next(entity)) {
                longest = Math.max(longest, cost + after(following, passing));
            }
            passing.remove(entity.id());
        }
        return longest;
    }

    /** The longest chain that ends at an entity. */
    private int before(Entity entity, Set<Long> passing) {
        int longest = 0;
        if (passing.add(entity.id())) {
            for (Entity other : entities) {
                if (other.kind() == EntityKind.TOPIC) {
                    if (entity.kind() == EntityKind.SUBSCRIPTION && entity.parentId() == other.id()) {
                        longest = Math.max(longest, before(other, passing));
                    }
                } else if (other.options().forwardTo() != null && next(other).contains(entity)) {
                    longest = Math.max(longest, 1 + before(other, passing));
                }
            }
            passing.remove(entity.id());
        }
        return longest;
    }
}
