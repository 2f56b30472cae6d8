package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.IdLayout;
import dev.restante.option.GroupExpiry;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("group expiry")
final class GroupExpiryRuleTest {

    private static final long START = 1_800_000_000_000L;

    private static Entity entity(EntityKind kind, EntityOptions options) {
        return new Entity(1, kind, "q", 0, 2, options, 1);
    }

    private static Entity queue() {
        return entity(EntityKind.QUEUE, EntityOptions.DEFAULT.with(QueueOption.GROUPS_REQUIRED, true));
    }

    private static Delivery sent(long atMillis, int counter, @Nullable String groupId, long expiresAt) {
        long id = IdLayout.id(START + atMillis, 1, counter);
        return new Delivery(
                DeliveryRef.onlyDelivery(id),
                1,
                DeliveryState.AVAILABLE,
                4,
                id,
                groupId,
                10,
                true,
                0,
                START + atMillis,
                expiresAt == Delivery.NEVER ? expiresAt : START + expiresAt,
                0,
                false,
                null);
    }

    private static Delivery sent(long atMillis, String groupId) {
        return sent(atMillis, 0, groupId, Delivery.NEVER);
    }

    @Test
    @DisplayName("TTL-18 messages sent before the expiry time expire with their group, and later messages stay")
    void shouldDivideAtTheDeadline() {
        Delivery expired = sent(10, 0, "a", 50);
        GroupExpiryRule groupExpiryRule = GroupExpiryRule.of(queue(), List.of(expired));
        GroupExpiryRule.ExpiredMember expiredMember = new GroupExpiryRule.ExpiredMember(expired.id(), START + 50);
        assertThat(groupExpiryRule.of(sent(9, "a"))).isEqualTo(expiredMember);
        assertThat(groupExpiryRule.of(sent(49, 4_095, "a", 1_000))).isEqualTo(expiredMember);
        assertThat(groupExpiryRule.of(sent(50, "a"))).isNull();
        assertThat(groupExpiryRule.of(sent(9, "b"))).isNull();
        assertThat(groupExpiryRule.of(sent(9, 0, null, Delivery.NEVER))).isNull();
        assertThat(groupExpiryRule.contains(expired.id())).isTrue();
        assertThat(groupExpiryRule.idLimit()).isEqualTo(IdLayout.firstPositionAt(START + 50));
    }

    @Test
    @DisplayName("TTL-18 a message expires with the first message of its group that expired after it was sent")
    void shouldNameTheFirst() {
        Delivery later = sent(60, 0, "a", 90);
        Delivery first = sent(10, 0, "a", 50);
        GroupExpiryRule groupExpiryRule = GroupExpiryRule.of(queue(), List.of(later, first, later));
        assertThat(groupExpiryRule.of(sent(20, "a")))
                .isEqualTo(new GroupExpiryRule.ExpiredMember(first.id(), START + 50));
        assertThat(groupExpiryRule.of(sent(55, "a")))
                .isEqualTo(new GroupExpiryRule.ExpiredMember(later.id(), START + 90));
        assertThat(groupExpiryRule.of(sent(90, "a"))).isNull();
        assertThat(groupExpiryRule.firstExpiredByGroup()).containsOnlyKeys("a");
    }

    @Test
    @DisplayName("TTL-18 the default time to live of the queue expires a group, too")
    void shouldFollowTheDefault() {
        Entity queue = entity(
                EntityKind.QUEUE,
                EntityOptions.DEFAULT
                        .with(QueueOption.GROUPS_REQUIRED, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(40)));
        GroupExpiryRule groupExpiryRule = GroupExpiryRule.of(queue, List.of(sent(10, "a")));
        assertThat(groupExpiryRule.of(sent(49, "a"))).isNotNull();
        assertThat(groupExpiryRule.of(sent(50, "a"))).isNull();
    }

    @Test
    @DisplayName("TTL-18 groups expire if the queue requires groups or sets the option, but not in dead-letter queues")
    void shouldApply() {
        Delivery grouped = sent(1, "a");
        assertThat(GroupExpiryRule.appliesTo(queue(), grouped)).isTrue();
        assertThat(GroupExpiryRule.appliesTo(queue(), sent(1, 0, null, Delivery.NEVER)))
                .isFalse();
        EntityOptions optional = EntityOptions.DEFAULT;
        assertThat(GroupExpiryRule.appliesTo(entity(EntityKind.QUEUE, optional), grouped))
                .isFalse();
        optional = optional.with(QueueOption.GROUP_EXPIRY, GroupExpiry.GROUP);
        assertThat(GroupExpiryRule.appliesTo(entity(EntityKind.QUEUE, optional), grouped))
                .isTrue();
        assertThat(GroupExpiryRule.appliesTo(entity(EntityKind.DEAD_LETTER_QUEUE, optional), grouped))
                .isFalse();
    }
}
