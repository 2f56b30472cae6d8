package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.lease.StoreClock;
import dev.restante.option.QueueOption;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.testing.SharedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects of clock changes and suspensions on a node of a shared store. */
abstract class SharedClockContract extends ClockContract {

    private static final Duration BEAT = LEASE.dividedBy(3);
    private static final Duration HOUR = Duration.ofHours(1);

    private final SharedNodes nodes;

    SharedClockContract(SharedServer server) {
        nodes = new SharedNodes(server);
    }

    @Override
    final Supplier<Store> newStore(Path emptyFolder) {
        return nodes::store;
    }

    @AfterEach
    void closeNodes() {
        nodes.close();
    }

    private StoreClock time() {
        return broker.node.components().node.context().storeClock();
    }

    private Membership membership() {
        return broker.node.components().node.context().store().membership();
    }

    private long leaseUntil() {
        return membership().nodes().get(0).leaseUntil();
    }

    /** Lets time pass until the next heartbeat, and waits for that heartbeat. */
    private void beat() {
        machine.pass(BEAT);
        eventually(
                "the lease is renewed and the clock is measured",
                () -> leaseUntil() == machine.databaseMillis() + LEASE.toMillis());
        settle();
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 RCV-13 heartbeats and polls keep their intervals when the wall clock is set")
    void shouldBeatAndPoll(int hours) {
        machine.step(Duration.ofHours(hours));
        settle();
        beat();
        beat();
        int looks = broker.store.pollsOfOtherNodes();
        machine.pass(settings("clocks").pollInterval());
        eventually("the node polls", () -> broker.store.pollsOfOtherNodes() > looks);
    }

    @Test
    @DisplayName("TTL-21 RCV-14 a suspended node delivers no message before it has measured the database clock")
    void shouldNotHandOverAfterASuspension() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "waits in the buffer");
            eventually(
                    "the message is prefetched",
                    () -> broker.node.statistics().statistics(queue).available() == 1);
            machine.holdMeasurements();
            try {
                machine.suspend(HOUR);
                assertThat(broker.node.localNodeStatus().leaseValid()).isFalse();
                assertThat(consumer.receiver.pollPrefetched()).isNull();
            } finally {
                machine.resumeMeasurements();
            }
            settle();
            assertThat(text(consumer.next())).isEqualTo("waits in the buffer");
        }
    }

    @Test
    @DisplayName("TTL-21 after a suspension no message is due before a heartbeat confirms the database clock")
    void shouldExpireAfterASuspension() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("short").timeToLive(Duration.ofMinutes(10)));
        broker.send(queue, TestMessage.of("delayed").delay(Duration.ofMinutes(10)));
        machine.suspend(HOUR);
        settle();
        assertThat(time().isConfirmed()).isFalse();
        machine.pass(Duration.ofSeconds(1));
        settle();
        assertThat(available(queue)).isEqualTo(1);
        assertThat(scheduled(queue)).isEqualTo(1);
        beat();
        eventually(
                "the short-lived message has expired and the delayed message is available",
                () -> broker.browse(queue).equals(List.of("delayed")) && scheduled(queue) == 0);
    }

    @Test
    @DisplayName("TTL-21 a database clock that is set forward dates new messages, but makes no message due at once")
    void shouldDoubtAClockSetForward() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "locked");
            InFlightDelivery delivery = consumer.next();
            broker.send(queue, TestMessage.of("short").timeToLive(Duration.ofMinutes(10)));
            broker.send(queue, TestMessage.of("delayed").delay(Duration.ofMinutes(10)));
            long silent = membership()
                    .join("silent", machine.databaseMillis() + LEASE.toMillis(), 1)
                    .incarnation();

            machine.stepDatabase(HOUR);
            beat();
            assertThat(time().isConfirmed()).isFalse();
            assertThat(broker.node.nowMillis()).isEqualTo(machine.databaseMillis());
            assertThat(broker.send(queue, TestMessage.of("new"))
                            .enqueue()
                            .message()
                            .header()
                            .timestamp())
                    .isEqualTo(machine.databaseMillis());
            assertThat(scheduled(queue)).isEqualTo(1);
            assertThat(membership().deadIncarnations()).isEmpty();
            assertThat(delivery.locked()).isTrue();

            beat();
            assertThat(time().isConfirmed()).isTrue();
            eventually("the delayed message is due", () -> scheduled(queue) == 0);
            assertThat(text(consumer.next()))
                    .as("the short-lived message has expired")
                    .isNotEqualTo("short");
            assertThat(delivery.locked())
                    .as("the lock lasts for its full duration")
                    .isTrue();
            assertThat(membership().nodeNames()).containsKey(silent);
        }
    }

    @Test
    @DisplayName("TTL-21 after the database clock was set back, heartbeats, locks and messages follow it")
    void shouldFollowAClockSetBack() {
        Entity queue = broker.queue("q");
        broker.send(queue, "before");
        machine.stepDatabase(HOUR.negated());
        beat();
        assertThat(broker.node.nowMillis()).isEqualTo(machine.databaseMillis());
        beat();
        assertThat(time().isConfirmed()).isTrue();
        broker.send(queue, TestMessage.of("delayed").delay(Duration.ofSeconds(10)));
        try (Consumer consumer = broker.consumer(queue)) {
            InFlightDelivery delivery = consumer.next();
            assertThat(delivery.lockedUntilMillis())
                    .isEqualTo(machine.databaseMillis()
                            + queue.options().lockDuration().toMillis());
            pass(Duration.ofSeconds(10));
            assertThat(text(consumer.next())).isEqualTo("delayed");
            pass(queue.options().lockDuration());
            eventually("the lock has expired", () -> !delivery.locked());
        }
    }

    @Test
    @DisplayName("TTL-21 after the database clock was set back, a node receives and expires what other nodes send")
    void shouldExchangeMessagesAfterAClockSetBack() {
        Entity queue = broker.queue("q");
        Entity mortal = broker.queue(
                "mortal", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofSeconds(60)));
        beat();
        BrokerFixture sender = new BrokerFixture(nodes::store, machine, settings("sender"));
        try (Consumer consumer = broker.consumer(queue)) {
            sender.send(queue, "before");
            assertThat(text(consumer.next())).isEqualTo("before");
            sender.send(mortal, "former");

            machine.stepDatabase(HOUR.negated());
            beat();
            beat();
            sender.send(queue, "after");
            sender.send(mortal, "expiring");
            pass(Duration.ofSeconds(5));
            assertThat(text(consumer.next())).isEqualTo("after");
            assertThat(available(mortal)).isEqualTo(2);
            pass(Duration.ofSeconds(60));
            eventually("the message has expired", () -> available(mortal) == 1);
        } finally {
            sender.close();
        }
    }
}
