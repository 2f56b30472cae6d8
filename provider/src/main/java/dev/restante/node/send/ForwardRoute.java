package dev.restante.node.send;

import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.node.rule.DeadLetterRule.Cause;
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
 * The way that a message takes from an entity by the options {@code forwardTo}: pure (FWD-01).
 *
 * @param way the entities in order; the last is a queue or subscription that does not forward now, a topic, or where
 *     the chain breaks
 * @param hops how many times the message has been forwarded at its end
 * @param broken why the message becomes a dead letter of the last entity, null if it arrives
 */
record ForwardRoute(List<Entity> way, int hops, @Nullable Cause broken) {

    /** How many times a message is forwarded at most; Service Bus has the same limit. */
    static final int MAX_HOPS = 4;

    /** The reason of a message that was forwarded too often; Service Bus spells it so. */
    static final String TOO_MANY_HOPS = "MaxTransferHopCountExceeded";

    /** The reason of a message that was to be forwarded to something that is not there. */
    static final String NO_TARGET = "ForwardTargetNotFound";

    ForwardRoute {
        way = List.copyOf(way);
    }

    /**
     * The way from an entity. It ends where the status of an entity lets nothing go on: there messages wait (STA-02).
     *
     * @param hopsBefore how many times the message was forwarded to get there
     * @param mayPass whether the status of two entities lets messages go from the first to the second
     */
    static ForwardRoute from(
            Entity start,
            int hopsBefore,
            Function<DestinationName, Optional<Entity>> lookUp,
            BiPredicate<Entity, Entity> mayPass) {
        List<Entity> way = new ArrayList<>(2);
        way.add(start);
        int hops = hopsBefore;
        Entity last = start;
        while (true) {
            DestinationName to = last.options().forwardTo();
            if (to == null) {
                return new ForwardRoute(way, hops, null);
            }
            if (hops == MAX_HOPS) {
                return new ForwardRoute(way, hops, tooManyHops(last, to));
            }
            Optional<Entity> next = lookUp.apply(to);
            if (next.isEmpty()) {
                return new ForwardRoute(way, hops, noTarget(last, to));
            }
            if (!mayPass.test(last, next.get())) {
                return new ForwardRoute(way, hops, null);
            }
            last = next.get();
            way.add(last);
            hops++;
        }
    }

    private static Cause tooManyHops(Entity from, DestinationName to) {
        return new Cause(
                TOO_MANY_HOPS,
                "The message had been forwarded " + MAX_HOPS + " times when '" + ShownText.of(from.name())
                        + "' was to forward it to '" + ShownText.of(to.name()) + "'.",
                Map.of());
    }

    private static Cause noTarget(Entity from, DestinationName to) {
        return new Cause(
                NO_TARGET,
                "'" + ShownText.of(from.name()) + "' forwards to the "
                        + to.kind().name().toLowerCase(Locale.ROOT) + " '" + ShownText.of(to.name())
                        + "', which does not exist.",
                Map.of());
    }

    /**
     * The way of one message: it breaks at the first entity after the beginning that does not take it for want of a
     * group (GRP-01).
     */
    ForwardRoute of(@Nullable String groupId) {
        for (int i = 1; i < way.size(); i++) {
            Cause refusal = GroupRule.refusal(way.get(i), groupId);
            if (refusal != null) {
                return new ForwardRoute(way.subList(0, i + 1), hops, refusal);
            }
        }
        return this;
    }

    /** Whether messages stay where they are. */
    boolean stays() {
        return way.size() == 1 && broken == null;
    }

    /** Its last entity. */
    Entity end() {
        return way.get(way.size() - 1);
    }

    /**
     * The deadline that a message has as its own at the end.
     *
     * @param ownDeadline at the beginning, {@link dev.restante.model.Delivery#NEVER} for none
     * @param baseMillis the instant from which defaults count
     */
    long ownDeadline(long ownDeadline, long baseMillis) {
        long deadline = ownDeadline;
        for (int i = 1; i < way.size(); i++) {
            deadline = ExpiryRule.passedOn(deadline, way.get(i - 1), way.get(i), baseMillis);
        }
        return deadline;
    }

    /** Whether an entity after the first detects duplicates. */
    boolean detectsDuplicates() {
        return way.stream().skip(1).anyMatch(entity -> entity.options().duplicateDetectionWindow() != null);
    }
}
