package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.Obstacle;
import dev.restante.api.Obstacle.Kind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.rule.ObstacleFacts.Demand;
import dev.restante.node.rule.ObstacleFacts.Group;
import dev.restante.node.rule.ObstacleFacts.Hands;
import dev.restante.node.rule.ObstacleFacts.Holder;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("why a message is not delivered")
final class ObstacleRuleTest {

    private static final long NOW = 1_000_000;
    private static final Demand DEMAND = new Demand(0, true);

    private EntityOptions options = EntityOptions.DEFAULT;
    private @Nullable Entity topic;
    private DeliveryState state = DeliveryState.AVAILABLE;
    private int acquisition;
    private long visibleAt;
    private long expiresAt = Delivery.NEVER;
    private boolean replaced;
    private @Nullable Holder holder;
    private @Nullable Group group;
    private Demand demand = DEMAND;

    private static Entity entity(EntityKind kind, String name, EntityOptions options) {
        return new Entity(1, kind, name, 0, 2, options, 1);
    }

    private List<Obstacle> obstacles() {
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
        return ObstacleRule.of(new ObstacleFacts(
                entity(EntityKind.QUEUE, "orders", options), topic, delivery, replaced, NOW, holder, group, demand));
    }

    private List<Kind> kinds() {
        return obstacles().stream().map(Obstacle::kind).toList();
    }

    private void keeps(Kind kind, String... texts) {
        assertThat(obstacles()).singleElement().satisfies(obstacle -> {
            assertThat(obstacle.kind()).isEqualTo(kind);
            assertThat(obstacle.text()).contains(texts);
        });
    }

    @Test
    @DisplayName("nothing keeps what is available where somebody receives")
    void shouldKeepNothing() {
        group = new Group(null, null, false);
        assertThat(obstacles()).isEmpty();
    }

    @Test
    @DisplayName("it is not there")
    void shouldBeAbsent() {
        assertThat(ObstacleRule.absent(7).kind()).isEqualTo(Kind.ABSENT);
        assertThat(ObstacleRule.absent(7).text()).contains("7");
    }

    @Test
    @DisplayName("STA-01 its queue is paused, or its topic")
    void shouldBePaused() {
        options = options.with(QueueOption.STATUS, EntityStatus.RECEIVE_DISABLED);
        keeps(Kind.PAUSED, "'orders'", "RECEIVE_DISABLED");
        options = options.with(QueueOption.STATUS, EntityStatus.SEND_DISABLED);
        assertThat(obstacles()).isEmpty();
        topic = entity(EntityKind.TOPIC, "news", EntityOptions.DEFAULT.with(QueueOption.STATUS, EntityStatus.DISABLED));
        keeps(Kind.PAUSED, "'news'", "DISABLED");
    }

    @Test
    @DisplayName("it has expired")
    void shouldBeExpired() {
        expiresAt = NOW + 1;
        assertThat(obstacles()).isEmpty();
        expiresAt = NOW;
        keeps(Kind.EXPIRED, "1970-01-01T00:16:40Z");
    }

    @Test
    @DisplayName("it is scheduled, or waits for its redelivery")
    void shouldNotBeDue() {
        state = DeliveryState.SCHEDULED;
        visibleAt = NOW + 1_000;
        keeps(Kind.NOT_DUE, "1970-01-01T00:16:41Z");
        acquisition = 3;
        keeps(Kind.BACK_OFF, "received 3 times", "1970-01-01T00:16:41Z");
    }

    @Test
    @DisplayName("SCH-01 copies of it are sent")
    void shouldBeRepeated() {
        state = DeliveryState.REPEATING;
        visibleAt = NOW + 1_000;
        keeps(Kind.REPEATED, "1970-01-01T00:16:41Z");
    }

    @Test
    @DisplayName("it is deferred")
    void shouldBeDeferred() {
        state = DeliveryState.DEFERRED;
        keeps(Kind.DEFERRED, "deferred");
    }

    @Test
    @DisplayName("an application has it, and nothing else matters then")
    void shouldBeLocked() {
        state = DeliveryState.ACQUIRED;
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED);
        expiresAt = NOW - 1;
        holder = new Holder("host:1", Hands.APPLICATION, false, NOW + 1_000);
        keeps(Kind.LOCKED, "host:1", "1970-01-01T00:16:41Z");
        for (long unknown : new long[] {0, Delivery.NEVER}) {
            holder = new Holder("host:1", Hands.APPLICATION, false, unknown);
            assertThat(obstacles().get(0).text()).doesNotContain("until");
        }
        holder = new Holder("host:1", Hands.APPLICATION, true, 0);
        keeps(Kind.LOCKED, "host:1", "declared dead");
    }

    @Test
    @DisplayName("it waits in the memory of a node, with what keeps it there")
    void shouldBeBuffered() {
        state = DeliveryState.ACQUIRED;
        demand = new Demand(500_000, false);
        holder = new Holder("host:1", Hands.MEMORY, false, 0);
        keeps(Kind.BUFFERED, "host:1", "memory");
        holder = new Holder("host:2", Hands.EITHER, false, 0);
        keeps(Kind.BUFFERED, "host:2", "or it waits");
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED);
        assertThat(kinds()).containsExactly(Kind.BUFFERED, Kind.PAUSED);
    }

    @Test
    @DisplayName("a prepared transaction has sent or received it")
    void shouldBePrepared() {
        state = DeliveryState.PREPARED_ENQUEUE;
        keeps(Kind.PREPARED, "sent");
        state = DeliveryState.PREPARED_REPEATING;
        keeps(Kind.PREPARED, "sent");
        state = DeliveryState.PREPARED_SETTLE;
        keeps(Kind.PREPARED, "received");
    }

    @Test
    @DisplayName("LVQ-01 a later value has replaced it")
    void shouldBeReplaced() {
        replaced = true;
        keeps(Kind.REPLACED, "later");
    }

    @Test
    @DisplayName("FWD-01 its queue forwards")
    void shouldBeForwarded() {
        options = options.with(QueueOption.FORWARD_TO, "archive");
        keeps(Kind.FORWARDED, "'archive'");
    }

    @Test
    @DisplayName("GRP-01 its group belongs to a consumer, is on a node, or waits")
    void shouldBeInAGroup() {
        group = new Group("host:1", "host:2", false);
        keeps(Kind.GROUP, "'pictures'", "consumer on node host:1");
        group = new Group(null, "host:2", false);
        keeps(Kind.GROUP, "'pictures'", "host:2", "another message");
        group = new Group(null, null, true);
        keeps(Kind.GROUP, "'pictures'", "back-off");
    }

    @Test
    @DisplayName("VIS-06 applications have as many as they may")
    void shouldBeOverTheQuota() {
        options = options.with(QueueOption.MAX_IN_FLIGHT, 2);
        demand = new Demand(1, true);
        assertThat(obstacles()).isEmpty();
        demand = new Demand(2, true);
        keeps(Kind.QUOTA, "2 messages");
    }

    @Test
    @DisplayName("nobody receives")
    void shouldHaveNoReceiver() {
        demand = new Demand(0, false);
        keeps(Kind.NO_RECEIVER, "No receiver");
    }

    @Test
    @DisplayName("all that keeps it is told")
    void shouldTellAll() {
        state = DeliveryState.SCHEDULED;
        visibleAt = NOW + 1;
        expiresAt = NOW;
        replaced = true;
        options = options.with(QueueOption.STATUS, EntityStatus.DISABLED).with(QueueOption.FORWARD_TO, "archive");
        assertThat(kinds()).containsExactly(Kind.NOT_DUE, Kind.EXPIRED, Kind.REPLACED, Kind.PAUSED, Kind.FORWARDED);
    }
}
