package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.BlockingReason;
import dev.restante.api.BlockingReason.BlockingRule;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.rule.BlockingReasonFacts.GroupFacts;
import dev.restante.node.rule.BlockingReasonFacts.HolderKind;
import dev.restante.node.rule.BlockingReasonFacts.OwnerFacts;
import dev.restante.node.rule.BlockingReasonFacts.ReceiverFacts;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the blocking reasons of a message")
final class BlockingReasonRuleTest {

    private static final long NOW = 1_000_000;
    private static final ReceiverFacts DEMAND = new ReceiverFacts(0, true);

    private EntityOptions options = EntityOptions.DEFAULT;
    private @Nullable Entity topic;
    private DeliveryState state = DeliveryState.AVAILABLE;
    private int acquisition;
    private long visibleAt;
    private long expiresAt = Delivery.NEVER;
    private boolean replaced;
    private @Nullable OwnerFacts owner;
    private @Nullable GroupFacts group;
    private ReceiverFacts receivers = DEMAND;

    private static Entity entity(EntityKind kind, String name, EntityOptions options) {
        return new Entity(1, kind, name, 0, 2, options, 1);
    }

    private List<BlockingReason> obstacles() {
        Delivery delivery = new Delivery(
                new DeliveryRef(7, 7, true, 0, acquisition, null),
                1,
                state,
                4,
                1,
                group == null ? null : "pictures",
                10,
                true,
                visibleAt,
                NOW - 1,
                expiresAt,
                acquisition,
                false,
                null);
        return BlockingReasonRule.of(new BlockingReasonFacts(
                entity(EntityKind.QUEUE, "orders", options), topic, delivery, replaced, NOW, owner, group, receivers));
    }

    private List<BlockingRule> kinds() {
        return obstacles().stream().map(BlockingReason::kind).toList();
    }

    private void keeps(BlockingRule kind, String... texts) {
        assertThat(obstacles()).singleElement().satisfies(blockingReason -> {
            assertThat(blockingReason.kind()).isEqualTo(kind);
            assertThat(blockingReason.text()).contains(texts);
        });
    }

    @Test
    @DisplayName("an available message has no blocking reason while a consumer waits")
    void shouldKeepNothing() {
        group = new GroupFacts(null, null, false);
        assertThat(obstacles()).isEmpty();
    }

    @Test
    @DisplayName("a missing message is reported as not found")
    void shouldBeAbsent() {
        assertThat(BlockingReasonRule.absent(7).kind()).isEqualTo(BlockingRule.NOT_FOUND);
        assertThat(BlockingReasonRule.absent(7).text()).contains("7");
    }

    @Test
    @DisplayName("STA-01 a paused queue or topic blocks its messages")
    void shouldBePaused() {
        options = options.with(QueueOption.STATUS, EntityStatus.RECEIVE_DISABLED);
        keeps(BlockingRule.PAUSED, "'orders'", "RECEIVE_DISABLED");
        options = options.with(QueueOption.STATUS, EntityStatus.SEND_DISABLED);
        assertThat(obstacles()).isEmpty();
        topic = entity(EntityKind.TOPIC, "news", EntityOptions.DEFAULT.with(QueueOption.STATUS, EntityStatus.DISABLED));
        keeps(BlockingRule.PAUSED, "'news'", "DISABLED");
    }

    @Test
    @DisplayName("a message is blocked from its expiry time on")
    void shouldBeExpired() {
        expiresAt = NOW + 1;
        assertThat(obstacles()).isEmpty();
        expiresAt = NOW;
        keeps(BlockingRule.EXPIRED, "1970-01-01T00:16:40Z");
    }

    @Test
    @DisplayName("a scheduled message and a message in redelivery back-off are blocked until they are due")
    void shouldNotBeDue() {
        state = DeliveryState.SCHEDULED;
        visibleAt = NOW + 1_000;
        keeps(BlockingRule.NOT_DUE, "1970-01-01T00:16:41Z");
        acquisition = 3;
        keeps(BlockingRule.REDELIVERY_BACK_OFF, "received 3 times", "1970-01-01T00:16:41Z");
    }

    @Test
    @DisplayName("SCH-01 a repeated send is reported with the time of its next copy")
    void shouldBeRepeated() {
        state = DeliveryState.REPEATING;
        visibleAt = NOW + 1_000;
        keeps(BlockingRule.REPEATING, "1970-01-01T00:16:41Z");
    }

    @Test
    @DisplayName("a deferred message is blocked")
    void shouldBeDeferred() {
        state = DeliveryState.DEFERRED;
        keeps(BlockingRule.DEFERRED, "deferred");
    }

    @Test
    @DisplayName("the lock of an application is the only reason that is reported")
    void shouldBeLocked() {
        state = DeliveryState.ACQUIRED;
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED);
        expiresAt = NOW - 1;
        owner = new OwnerFacts("host:1", HolderKind.APPLICATION, false, NOW + 1_000);
        keeps(BlockingRule.LOCKED, "host:1", "1970-01-01T00:16:41Z");
        for (long unknown : new long[] {0, Delivery.NEVER}) {
            owner = new OwnerFacts("host:1", HolderKind.APPLICATION, false, unknown);
            assertThat(obstacles().get(0).text()).doesNotContain("until");
        }
        owner = new OwnerFacts("host:1", HolderKind.APPLICATION, true, 0);
        keeps(BlockingRule.LOCKED, "host:1", "declared dead");
    }

    @Test
    @DisplayName("a prefetched message is reported with its node and with further reasons")
    void shouldBeBuffered() {
        state = DeliveryState.ACQUIRED;
        receivers = new ReceiverFacts(500_000, false);
        owner = new OwnerFacts("host:1", HolderKind.PREFETCH_BUFFER, false, 0);
        keeps(BlockingRule.PREFETCHED, "host:1", "prefetched");
        owner = new OwnerFacts("host:2", HolderKind.UNKNOWN, false, 0);
        keeps(BlockingRule.PREFETCHED, "host:2", "or the node has prefetched it");
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED);
        assertThat(kinds()).containsExactly(BlockingRule.PREFETCHED, BlockingRule.PAUSED);
    }

    @Test
    @DisplayName("a prepared branch blocks the messages that it has sent or received")
    void shouldBePrepared() {
        state = DeliveryState.PREPARED_ENQUEUE;
        keeps(BlockingRule.PREPARED, "sent");
        state = DeliveryState.PREPARED_REPEATING;
        keeps(BlockingRule.PREPARED, "sent");
        state = DeliveryState.PREPARED_SETTLE;
        keeps(BlockingRule.PREPARED, "received");
    }

    @Test
    @DisplayName("LVQ-01 a message that a later value replaced is blocked")
    void shouldBeReplaced() {
        replaced = true;
        keeps(BlockingRule.REPLACED, "later");
    }

    @Test
    @DisplayName("FWD-01 a queue that forwards blocks its messages")
    void shouldBeForwarded() {
        options = options.with(QueueOption.FORWARD_TO, "archive");
        keeps(BlockingRule.FORWARDED, "'archive'");
    }

    @Test
    @DisplayName("GRP-01 a group that is locked, in flight on a node or in back-off blocks its messages")
    void shouldBeInAGroup() {
        group = new GroupFacts("host:1", "host:2", false);
        keeps(BlockingRule.GROUP_LOCKED, "'pictures'", "consumer on node host:1");
        group = new GroupFacts(null, "host:2", false);
        keeps(BlockingRule.GROUP_LOCKED, "'pictures'", "host:2", "another message");
        group = new GroupFacts(null, null, true);
        keeps(BlockingRule.GROUP_LOCKED, "'pictures'", "back-off");
    }

    @Test
    @DisplayName("VIS-06 a queue at its in-flight limit blocks further messages")
    void shouldBeOverTheQuota() {
        options = options.with(QueueOption.MAX_IN_FLIGHT, 2);
        receivers = new ReceiverFacts(1, true);
        assertThat(obstacles()).isEmpty();
        receivers = new ReceiverFacts(2, true);
        keeps(BlockingRule.IN_FLIGHT_LIMIT, "2 messages");
    }

    @Test
    @DisplayName("a queue without a consumer blocks its messages")
    void shouldHaveNoReceiver() {
        receivers = new ReceiverFacts(0, false);
        keeps(BlockingRule.NO_CONSUMER, "No consumer");
    }

    @Test
    @DisplayName("all blocking reasons of a message are reported together")
    void shouldTellAll() {
        state = DeliveryState.SCHEDULED;
        visibleAt = NOW + 1;
        expiresAt = NOW;
        replaced = true;
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED).with(QueueOption.FORWARD_TO, "archive");
        assertThat(kinds())
                .containsExactly(
                        BlockingRule.NOT_DUE,
                        BlockingRule.EXPIRED,
                        BlockingRule.REPLACED,
                        BlockingRule.PAUSED,
                        BlockingRule.FORWARDED);
    }
}
