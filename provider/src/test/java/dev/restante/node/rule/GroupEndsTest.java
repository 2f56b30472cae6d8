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

@DisplayName("what goes with its group")
final class GroupEndsTest {

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
                DeliveryRef.sole(id),
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
    @DisplayName("TTL-18 what was sent before the expiry goes, whatever its own deadline; what was sent since stays")
    void shouldDivideAtTheDeadline() {
        Delivery expired = sent(10, 0, "a", 50);
        GroupEnds ends = GroupEnds.of(queue(), List.of(expired));
        GroupEnds.End end = new GroupEnds.End(expired.id(), START + 50);
        assertThat(ends.of(sent(9, "a"))).isEqualTo(end);
        assertThat(ends.of(sent(49, 4_095, "a", 1_000))).isEqualTo(end);
        assertThat(ends.of(sent(50, "a"))).isNull();
        assertThat(ends.of(sent(9, "b"))).isNull();
        assertThat(ends.of(sent(9, 0, null, Delivery.NEVER))).isNull();
        assertThat(ends.contains(expired.id())).isTrue();
        assertThat(ends.beforeId()).isEqualTo(IdLayout.firstPositionAt(START + 50));
    }

    @Test
    @DisplayName("TTL-18 each goes with the first message that expired after it was sent")
    void shouldNameTheFirst() {
        Delivery later = sent(60, 0, "a", 90);
        Delivery first = sent(10, 0, "a", 50);
        GroupEnds ends = GroupEnds.of(queue(), List.of(later, first, later));
        assertThat(ends.of(sent(20, "a"))).isEqualTo(new GroupEnds.End(first.id(), START + 50));
        assertThat(ends.of(sent(55, "a"))).isEqualTo(new GroupEnds.End(later.id(), START + 90));
        assertThat(ends.of(sent(90, "a"))).isNull();
        assertThat(ends.groups()).containsOnlyKeys("a");
    }

    @Test
    @DisplayName("TTL-18 the default of the queue is a deadline like others")
    void shouldFollowTheDefault() {
        Entity queue = entity(
                EntityKind.QUEUE,
                EntityOptions.DEFAULT
                        .with(QueueOption.GROUPS_REQUIRED, true)
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(40)));
        GroupEnds ends = GroupEnds.of(queue, List.of(sent(10, "a")));
        assertThat(ends.of(sent(49, "a"))).isNotNull();
        assertThat(ends.of(sent(50, "a"))).isNull();
    }

    @Test
    @DisplayName("TTL-18 groups go where they are required or the queue says so, never in dead-letter queues")
    void shouldApply() {
        Delivery grouped = sent(1, "a");
        assertThat(GroupEnds.apply(queue(), grouped)).isTrue();
        assertThat(GroupEnds.apply(queue(), sent(1, 0, null, Delivery.NEVER))).isFalse();
        EntityOptions optional = EntityOptions.DEFAULT;
        assertThat(GroupEnds.apply(entity(EntityKind.QUEUE, optional), grouped)).isFalse();
        optional = optional.with(QueueOption.GROUP_EXPIRY, GroupExpiry.GROUP);
        assertThat(GroupEnds.apply(entity(EntityKind.QUEUE, optional), grouped)).isTrue();
        assertThat(GroupEnds.apply(entity(EntityKind.DEAD_LETTER_QUEUE, optional), grouped))
                .isFalse();
    }
}
