package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Decisions of a node about an entity that another node has created or altered. The deciding node does not have the
 * entity in its cache yet, or has its former options. No test lasts until the heartbeat that would refresh the cache.
 */
abstract class UncachedEntityContract extends ExpiryFixture {

    private static final Duration HOUR = Duration.ofHours(1);

    private Entity mark;

    private long deadMarks;

    @BeforeEach
    final void createMark() {
        mark = broker.queue("mark", deadLettering());
    }

    /** Runs work on another node, which then closes. Skips the test on an embedded store, which has no other node. */
    private <T> T elsewhere(Function<BrokerNode, T> work) {
        assumeThat(broker.store.capabilities().exclusive()).isFalse();
        try (BrokerNode other = broker.open()) {
            return work.apply(other);
        }
    }

    private static Entity create(BrokerNode node, EntityOptions options) {
        return node.queueAdministration().create("q", options);
    }

    private static EntityOptions whenActive() {
        return deadLettering().with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, true);
    }

    private static void send(BrokerNode node, Entity queue, TestMessage mail) {
        node.sender().send(prepared(node, queue, mail));
    }

    /** Moves the clock, and returns after the end of a sweep that began at the new time or later. */
    private void sweepAfter(Duration time) {
        broker.send(mark, TestMessage.of("leaves in the sweep").timeToLive(time));
        broker.time.advance(time);
        broker.eventuallyHolds(mark, 0, 0, ++deadMarks);
        // The sweep of the second mark begins when the sweep of the first mark has ended.
        broker.send(mark, TestMessage.of("leaves in the next sweep").timeToLive(MILLI));
        broker.time.advance(MILLI);
        broker.eventuallyHolds(mark, 0, 0, ++deadMarks);
    }

    @Test
    @DisplayName("TTL-02 a sweep obeys expireOnlyWithConsumer of an unknown queue, and finds due messages behind it")
    void shouldObeyTheOptionOfAnUnknownQueue() {
        int many = 600;
        Entity queue = elsewhere(other -> {
            Entity created = create(other, whenActive());
            for (int i = 0; i < many; i++) {
                send(other, created, TestMessage.of("m" + i).timeToLive(MINUTE));
            }
            return created;
        });
        broker.send(mark, TestMessage.of("due behind a full page").timeToLive(MINUTE.plus(MILLI)));
        broker.time.advance(MINUTE.plus(MILLI));
        broker.eventuallyHolds(mark, 0, 0, ++deadMarks);
        sweepAfter(MINUTE);
        broker.eventuallyHolds(queue, many, 0, 0);

        try (Consumer consumer = broker.consumer(queue)) {
            broker.eventuallyHolds(queue, 0, 0, many);
            consumer.assertNothing();
        }
    }

    @Test
    @DisplayName("TTL-02 a sweep obeys expireOnlyWithConsumer that another node has just set")
    void shouldObeyTheOptionOfAnAlteredQueue() {
        Entity queue = create(broker.node, deadLettering());
        broker.send(queue, TestMessage.of("stays").timeToLive(MINUTE));
        alterUnnoticed(queue, whenActive());
        sweepAfter(MINUTE);
        broker.eventuallyHolds(queue, 1, 0, 0);
    }

    private void alterUnnoticed(Entity queue, EntityOptions options) {
        Entity stored = broker.store.entities().find(queue.id()).orElseThrow();
        assertThat(broker.store.entities().alter(stored, options)).isPresent();
    }

    @Test
    @DisplayName("TTL-10 a sweep obeys a longer default time to live that another node has just set")
    void shouldObeyTheAlteredDefault() {
        Entity queue = create(broker.node, deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, MINUTE));
        broker.send(queue, "stays");
        alterUnnoticed(queue, deadLettering().with(QueueOption.DEFAULT_TIME_TO_LIVE, HOUR));
        sweepAfter(MINUTE);
        broker.eventuallyHolds(queue, 1, 0, 0);
        sweepAfter(HOUR);
        broker.eventuallyHolds(queue, 0, 0, 1);
    }

    @Test
    @DisplayName("TTL-18 a sweep expires whole groups of a queue that its node does not know")
    void shouldTakeGroupsOfAnUnknownQueue() {
        Entity queue = elsewhere(other -> {
            Entity created = create(other, deadLettering().with(QueueOption.GROUPS_REQUIRED, true));
            send(other, created, ofGroup("a1").timeToLive(MINUTE));
            send(other, created, ofGroup("a2"));
            send(other, created, ofGroup("b1"));
            return created;
        });
        sweepAfter(MINUTE);
        broker.eventuallyHolds(queue, 1, 0, 2);
        assertThat(broker.browse(queue)).containsExactly("b1");
    }

    private static TestMessage ofGroup(String text) {
        return TestMessage.of(text).properties(Map.of("JMSXGroupID", text.substring(0, 1)));
    }

    @Test
    @DisplayName("IDLE-01 a node deletes no queue that another node has just exempted from idle deletion")
    void shouldNotDeleteByAFormerIdleTime() {
        Entity queue = create(broker.node, idle());
        Entity other = broker.queue("deleted", idle().with(QueueOption.AUTO_DELETE_ON_IDLE, HOUR.plus(MINUTE)));
        alterUnnoticed(queue, deadLettering());
        broker.time.advance(HOUR);
        broker.time.advance(MINUTE);
        eventually("the other idle queue is deleted", () -> isGone(other));
        assertThat(isGone(queue)).isFalse();
    }

    @Test
    @DisplayName("IDLE-01 a receiver of a dead-letter queue keeps a queue that its node does not know")
    void shouldRecordTheUseOfAnUnknownQueue() {
        assumeThat(broker.store.capabilities().exclusive()).isFalse();
        try (BrokerNode other = broker.open()) {
            Entity queue = create(other, idle());
            Entity later = other.queueAdministration()
                    .create("deleted", idle().with(QueueOption.AUTO_DELETE_ON_IDLE, HOUR.plus(MINUTE)));
            broker.time.advance(HOUR.minus(MINUTE));
            try (Consumer consumer = broker.consumer(broker.deadLetters(queue))) {
                consumer.assertNothing();
                broker.time.advance(MINUTE);
                broker.time.advance(MINUTE);
                eventually("the later idle queue is deleted", () -> isGone(later));
                assertThat(isGone(queue)).isFalse();
            }
        }
    }

    private static EntityOptions idle() {
        return deadLettering().with(QueueOption.AUTO_DELETE_ON_IDLE, HOUR);
    }

    private boolean isGone(Entity entity) {
        return broker.store.entities().find(entity.id()).isEmpty();
    }
}
