package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.option.GroupExpiry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule for groups that expire whole: which deliveries go with an expired message of their group (TTL-18). Pure.
 * What was sent before a message of its group expired goes with it; what was sent later belongs to another life of the
 * group, and stays.
 */
public final class GroupEnds {

    /**
     * A message whose expiry ended a life of its group.
     *
     * @param deliveryId its sequence number
     * @param deadlineMillis when it expired
     */
    public record End(long deliveryId, long deadlineMillis) {

        /** Ids from this one on are later. */
        private long beforeId() {
            return IdLayout.firstPositionAt(deadlineMillis);
        }
    }

    private static final Comparator<End> BY_DEADLINE =
            Comparator.comparingLong(End::deadlineMillis).thenComparingLong(End::deliveryId);

    private final Map<String, List<End>> byGroup = new HashMap<>();
    private final Map<String, Delivery> firsts = new HashMap<>();
    private final Set<Long> ids = new HashSet<>();
    private long beforeId = Long.MIN_VALUE;

    private GroupEnds() {}

    /** Whether a delivery takes its group along when it expires, and goes along with it. */
    public static boolean apply(Entity entity, Delivery delivery) {
        return delivery.groupId() != null
                && !entity.isDeadLetterQueue()
                && entity.options().groupExpiry() == GroupExpiry.GROUP;
    }

    /** The ends that deliveries brought which have expired. */
    public static GroupEnds of(Entity entity, Collection<Delivery> expired) {
        GroupEnds ends = new GroupEnds();
        for (Delivery delivery : expired) {
            String groupId = delivery.groupId();
            if (groupId != null && ends.ids.add(delivery.id())) {
                End end = new End(delivery.id(), ExpiryRule.deadline(entity, delivery));
                ends.byGroup.computeIfAbsent(groupId, id -> new ArrayList<>(1)).add(end);
                ends.firsts.putIfAbsent(groupId, delivery);
                ends.beforeId = Math.max(ends.beforeId, end.beforeId());
            }
        }
        ends.byGroup.values().forEach(some -> some.sort(BY_DEADLINE));
        return ends;
    }

    /** The groups, each with one of its expired deliveries. */
    public Map<String, Delivery> groups() {
        return firsts;
    }

    /** What goes along has lesser ids. */
    public long beforeId() {
        return beforeId;
    }

    /** Whether this is one of those that have expired. */
    public boolean contains(long deliveryId) {
        return ids.contains(deliveryId);
    }

    /** What takes a delivery along; null if nothing does. */
    public @Nullable End of(Delivery member) {
        for (End end : byGroup.getOrDefault(member.groupId(), List.of())) {
            if (member.id() < end.beforeId()) {
                return end;
            }
        }
        return null;
    }
}
