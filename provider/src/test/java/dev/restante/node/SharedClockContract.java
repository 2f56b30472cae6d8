package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.lease.NodeTime;
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

/** What clocks that are set, and suspensions, mean for the node of a shared store. */
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

    private NodeTime time() {
        return broker.node.parts().context.time();
    }

    private Membership membership() {
        return broker.node.parts().context.store().membership();
    }

    private long leaseUntil() {
        return membership().nodes().get(0).leaseUntil();
    }

    /** Lets time pass until the next heartbeat, and waits for that. */
    private void beat() {
        machine.pass(BEAT);
        eventually(
                "the lease is renewed, and the clock measured",
                () -> leaseUntil() == machine.databaseMillis() + LEASE.toMillis());
        settle();
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 RCV-13 heartbeats and polls go on at their pace")
    void shouldBeatAndPoll(int hours) {
        machine.step(Duration.ofHours(hours));
        settle();
        beat();
        beat();
        int looks = broker.store.looksAtOthers();
        machine.pass(SETTINGS.pollInterval());
        eventually("it polls", () -> broker.store.looksAtOthers() > looks);
    }

    @Test
    @DisplayName(
            "TTL-21 RCV-14 a node that was suspended hands nothing out before it has measured the database's clock")
    void shouldNotHandOverAfterASuspension() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "waits in the buffer");
            eventually(
                    "it waits in the buffer",
                    () -> broker.node.statistics().of(queue).available() == 1);
            machine.holdMeasurements();
            try {
                machine.suspend(HOUR);
                assertThat(broker.node.node().alive()).isFalse();
                assertThat(consumer.receiver.poll()).isNull();
            } finally {
                machine.letMeasure();
            }
            settle();
            assertThat(text(consumer.next())).isEqualTo("waits in the buffer");
        }
    }

    @Test
    @DisplayName("TTL-21 after a suspension nothing is due before a heartbeat confirms the database's clock")
    void shouldExpireAfterASuspension() {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("short").timeToLive(Duration.ofMinutes(10)));
        broker.send(queue, Mail.of("delayed").delay(Duration.ofMinutes(10)));
        machine.suspend(HOUR);
        settle();
        assertThat(time().certain()).isFalse();
        machine.pass(Duration.ofSeconds(1));
        settle();
        assertThat(available(queue)).isEqualTo(1);
        assertThat(scheduled(queue)).isEqualTo(1);
        beat();
        eventually(
                "the one has expired, the other is available",
                () -> broker.browse(queue).equals(List.of("delayed")) && scheduled(queue) == 0);
    }

    @Test
    @DisplayName("TTL-21 a database's clock that is set forward dates new messages, and nothing is due by it at once")
    void shouldDoubtAClockSetForward() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "locked");
            HeldDelivery held = consumer.next();
            broker.send(queue, Mail.of("short").timeToLive(Duration.ofMinutes(10)));
            broker.send(queue, Mail.of("delayed").delay(Duration.ofMinutes(10)));
            long silent = membership()
                    .join("silent", machine.databaseMillis() + LEASE.toMillis(), 1)
                    .incarnation();

            machine.stepDatabase(HOUR);
            beat();
            assertThat(time().certain()).isFalse();
            assertThat(broker.node.nowMillis()).isEqualTo(machine.databaseMillis());
            assertThat(broker.send(queue, Mail.of("new"))
                            .enqueue()
                            .message()
                            .head()
                            .timestamp())
                    .isEqualTo(machine.databaseMillis());
            assertThat(scheduled(queue)).isEqualTo(1);
            assertThat(membership().dead()).isEmpty();
            assertThat(held.locked()).isTrue();

            beat();
            assertThat(time().certain()).isTrue();
            eventually("it counts now", () -> scheduled(queue) == 0);
            assertThat(text(consumer.next())).as("the short one has expired").isNotEqualTo("short");
            assertThat(held.locked()).as("locks last as long as they should").isTrue();
            assertThat(membership().names()).containsKey(silent);
        }
    }

    @Test
    @DisplayName("TTL-21 after a database's clock was set back heartbeats, locks and messages go on by it")
    void shouldFollowAClockSetBack() {
        Entity queue = broker.queue("q");
        broker.send(queue, "before");
        machine.stepDatabase(HOUR.negated());
        beat();
        assertThat(broker.node.nowMillis()).isEqualTo(machine.databaseMillis());
        beat();
        assertThat(time().certain()).isTrue();
        broker.send(queue, Mail.of("delayed").delay(Duration.ofSeconds(10)));
        try (Consumer consumer = broker.consumer(queue)) {
            HeldDelivery held = consumer.next();
            assertThat(held.lockedUntilMillis())
                    .isEqualTo(machine.databaseMillis()
                            + queue.options().lockDuration().toMillis());
            pass(Duration.ofSeconds(10));
            assertThat(text(consumer.next())).isEqualTo("delayed");
            pass(queue.options().lockDuration());
            eventually("the lock has ended", () -> !held.locked());
        }
    }
}
