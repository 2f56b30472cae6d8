package dev.restante.node.feature.forwarding.route;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.feature.groups.GroupRule;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.node.rule.ExpiryRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Route of a message through entities that forward, up to its last entity (FWD-01).
 *
 * @param entities entities in order; the last one is a topic, does not forward now, or is where the route fails
 * @param hops number of times that the message has been forwarded at the end of the route
 * @param failure reason for which the message becomes a dead letter of the last entity; null if it arrives
 */
public record ForwardRoute(List<Entity> entities, int hops, @Nullable DeadLetterCause failure) {

    /** Highest number of times that a message is forwarded, which equals the limit of Service Bus. */
    public static final int MAX_HOPS = 4;

    /** Dead-letter reason of a message that was forwarded too often, as in Service Bus. */
    static final String TOO_MANY_HOPS = "MaxTransferHopCountExceeded";

    /** Dead-letter reason of a message whose forwarding target does not exist. */
    static final String NO_TARGET = "ForwardTargetNotFound";

    public ForwardRoute {
        entities = List.copyOf(entities);
    }

    /**
     * Returns the route from an entity. It ends at an entity whose status does not allow forwarding, where messages
     * wait (STA-02).
     *
     * @param hopsBefore number of times that the message was forwarded before
     * @param canForward function that returns whether the status of two entities allows forwarding from the first to
     *     the second
     */
    static ForwardRoute from(
            Entity start,
            int hopsBefore,
            Function<DestinationName, Optional<Entity>> lookUp,
            BiPredicate<Entity, Entity> canForward) {
        List<Entity> entities = new ArrayList<>(2);
        entities.add(start);
        int hops = hopsBefore;
        Entity last = start;
        while (true) {
            DestinationName to = last.options().forwardTo();
            if (to == null) {
                return new ForwardRoute(entities, hops, null);
            }
            if (hops == MAX_HOPS) {
                return new ForwardRoute(entities, hops, tooManyHops(last, to));
            }
            Optional<Entity> next = lookUp.apply(to);
            if (next.isEmpty()) {
                return new ForwardRoute(entities, hops, noTarget(last, to));
            }
            if (!canForward.test(last, next.get())) {
                return new ForwardRoute(entities, hops, null);
            }
            last = next.get();
            entities.add(last);
            hops++;
        }
    }

    private static DeadLetterCause tooManyHops(Entity from, DestinationName to) {
        return new DeadLetterCause(
                TOO_MANY_HOPS,
                "The message was already forwarded " + MAX_HOPS + " times, which is the maximum, so '"
                        + DisplayText.shorten(from.name()) + "' did not forward it to '"
                        + DisplayText.shorten(to.name()) + "'.",
                Map.of());
    }

    private static DeadLetterCause noTarget(Entity from, DestinationName to) {
        return new DeadLetterCause(
                NO_TARGET,
                "'" + DisplayText.shorten(from.name()) + "' forwards to the "
                        + to.kind().name().toLowerCase(Locale.ROOT) + " '" + DisplayText.shorten(to.name())
                        + "', which does not exist.",
                Map.of());
    }

    /**
     * Returns the route of a message. Without a group it fails at the first later entity that requires groups (GRP-01).
     */
    public ForwardRoute forGroup(@Nullable String groupId) {
        for (int i = 1; i < entities.size(); i++) {
            DeadLetterCause refusal = GroupRule.deadLetterCause(entities.get(i), groupId);
            if (refusal != null) {
                return new ForwardRoute(entities.subList(0, i + 1), hops, refusal);
            }
        }
        return this;
    }

    /** Returns whether messages stay in the first entity. */
    public boolean isEmpty() {
        return entities.size() == 1 && failure == null;
    }

    public Entity end() {
        return entities.get(entities.size() - 1);
    }

    /**
     * Returns the message's own expiry time at the end of the route.
     *
     * @param ownExpiryMillis own expiry time in the first entity, {@link dev.restante.model.Delivery#NEVER} for none
     * @param baseMillis instant from which default times to live count
     */
    public long ownExpiry(long ownExpiryMillis, long baseMillis) {
        long expiryMillis = ownExpiryMillis;
        for (int i = 1; i < entities.size(); i++) {
            expiryMillis = ExpiryRule.carriedOverExpiry(expiryMillis, entities.get(i - 1), entities.get(i), baseMillis);
        }
        return expiryMillis;
    }

    /** Returns whether an entity after the first one detects duplicates. */
    public boolean detectsDuplicates() {
        return entities.stream().skip(1).anyMatch(entity -> entity.options().duplicateDetectionWindow() != null);
    }
}
