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
 * Rule for groups that expire as a whole: the messages of a group expire with an expired message of the group (TTL-18).
 * Only messages that were sent before the expiry time expire with it. Later messages belong to the next group
 * generation.
 */
public final class GroupExpiryRule {

    /** Message that expired and so ended a generation of its group. */
    public record ExpiredMember(long deliveryId, long expiryMillis) {

        /** Returns the first id after the group generation. */
        private long beforeId() {
            return IdLayout.firstPositionAt(expiryMillis);
        }
    }

    private static final Comparator<ExpiredMember> BY_EXPIRY =
            Comparator.comparingLong(ExpiredMember::expiryMillis).thenComparingLong(ExpiredMember::deliveryId);

    private final Map<String, List<ExpiredMember>> byGroup = new HashMap<>();
    private final Map<String, Delivery> firsts = new HashMap<>();
    private final Set<Long> ids = new HashSet<>();
    private long idLimit = Long.MIN_VALUE;

    private GroupExpiryRule() {}

    /** Returns whether a delivery expires together with its group. */
    public static boolean appliesTo(Entity entity, Delivery delivery) {
        return delivery.groupId() != null
                && !entity.isDeadLetterQueue()
                && entity.options().groupExpiry() == GroupExpiry.GROUP;
    }

    /** Collects the expired members from expired deliveries. */
    public static GroupExpiryRule of(Entity entity, Collection<Delivery> expired) {
        GroupExpiryRule groupExpiryRule = new GroupExpiryRule();
        for (Delivery delivery : expired) {
            String groupId = delivery.groupId();
            if (groupId != null && groupExpiryRule.ids.add(delivery.id())) {
                ExpiredMember expiredMember = new ExpiredMember(delivery.id(), ExpiryRule.expiryOf(entity, delivery));
                groupExpiryRule
                        .byGroup
                        .computeIfAbsent(groupId, id -> new ArrayList<>(1))
                        .add(expiredMember);
                groupExpiryRule.firsts.putIfAbsent(groupId, delivery);
                groupExpiryRule.idLimit = Math.max(groupExpiryRule.idLimit, expiredMember.beforeId());
            }
        }
        groupExpiryRule.byGroup.values().forEach(some -> some.sort(BY_EXPIRY));
        return groupExpiryRule;
    }

    /** Returns one expired delivery for each group. */
    public Map<String, Delivery> firstExpiredByGroup() {
        return firsts;
    }

    /** Returns the exclusive upper limit of the ids that expire with a group. */
    public long idLimit() {
        return idLimit;
    }

    /** Returns whether the delivery is one of the expired members. */
    public boolean contains(long deliveryId) {
        return ids.contains(deliveryId);
    }

    /** Returns the expired member with which a delivery expires, or null. */
    public @Nullable ExpiredMember of(Delivery member) {
        for (ExpiredMember expiredMember : byGroup.getOrDefault(member.groupId(), List.of())) {
            if (member.id() < expiredMember.beforeId()) {
                return expiredMember;
            }
        }
        return null;
    }
}
