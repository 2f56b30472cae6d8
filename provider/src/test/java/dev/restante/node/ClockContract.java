package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static dev.restante.node.BrokerFixture.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.HistoryResolution;
import dev.restante.model.RedriveJob;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.feature.history.NodeHistory;
import dev.restante.store.HistoryRepository;
import dev.restante.store.Store;
import dev.restante.testing.FakeMachineClocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Node on a machine whose wall clock is set by an hour while no time passes (TTL-21). */
@Timeout(120)
@DisplayName("a change of the wall clock")
abstract class ClockContract {

    static final Duration LEASE = Duration.ofSeconds(15);
    private static final BrokerSettings DEFAULTS = BrokerSettings.defaults("clocks");

    final FakeMachineClocks machine = new FakeMachineClocks();
    BrokerFixture broker;

    static BrokerSettings settings(String nodeName) {
        return new BrokerSettings(
                nodeName,
                LEASE,
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                DEFAULTS.maxMessageBytes(),
                1L << 30,
                DEFAULTS.prefetchBytes());
    }

    abstract Supplier<Store> newStore(Path emptyFolder);

    @BeforeEach
    final void open(@TempDir Path folder) {
        broker = new BrokerFixture(newStore(folder), machine, settings("clocks"));
    }

    @AfterEach
    final void close() {
        broker.close();
    }

    /** Sets the wall clock, and waits until the node has handled the change. */
    private void step(int hours) {
        machine.step(Duration.ofHours(hours));
        settle();
    }

    /** Waits until the node delivers messages again, after a measurement if it needs one. */
    final void settle() {
        eventually(
                "the lease is valid again", () -> broker.node.localNodeStatus().leaseValid());
    }

    /** Lets time pass, in steps that are shorter than a lease. */
    final void pass(Duration duration) {
        for (long left = duration.toMillis(); left > 0; left -= 5_000) {
            machine.pass(Duration.ofMillis(Math.min(left, 5_000)));
            settle();
        }
    }

    final long available(Entity queue) {
        return broker.node.statistics().statistics(queue).available();
    }

    final long scheduled(Entity queue) {
        return broker.node.statistics().statistics(queue).scheduled();
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 SCH-02 a scheduled message is delivered when its delay has passed, and not before")
    void shouldPromoteInTime(int hours) {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("delayed").delay(Duration.ofSeconds(60)));
        step(hours);
        pass(Duration.ofSeconds(59));
        broker.send(queue, TestMessage.of("delayed after").delay(Duration.ofSeconds(60)));
        assertThat(scheduled(queue)).isEqualTo(2);
        machine.pass(Duration.ofSeconds(1));
        eventually("the first message is available", () -> available(queue) == 1);
        pass(Duration.ofSeconds(58));
        assertThat(scheduled(queue)).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        eventually("the second message is available", () -> available(queue) == 2);
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 a stored or prefetched message expires when its time to live has passed, and not before")
    void shouldExpireInTime(int hours) {
        Entity stored = broker.queue("stored");
        Entity buffered = broker.queue("buffered");
        try (Consumer consumer = broker.consumer(buffered)) {
            consumer.assertNothing();
            for (Entity queue : new Entity[] {stored, buffered}) {
                broker.send(queue, TestMessage.of("m").timeToLive(Duration.ofSeconds(50)));
            }
            step(hours);
            pass(Duration.ofSeconds(49));
            assertThat(available(stored)).isEqualTo(1);
            assertThat(available(buffered)).isEqualTo(1);
            pass(Duration.ofSeconds(1));
            eventually(
                    "the stored and the prefetched message have expired",
                    () -> available(stored) == 0 && available(buffered) == 0);
            assertThat(consumer.receiver.pollPrefetched()).isNull();
        }
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 RCV-12 a lock ends when its duration has passed, and not before, and can be renewed")
    void shouldEndLocksInTime(int hours) {
        Entity queue = broker.queue("q");
        Duration lock = queue.options().lockDuration();
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "kept", "lost");
            InFlightDelivery kept = consumer.next();
            InFlightDelivery lost = consumer.next();
            step(hours);
            pass(lock.minusSeconds(1));
            assertThat(lost.locked()).isTrue();
            broker.node.settler().renew(kept);
            pass(Duration.ofSeconds(1));
            eventually("the lock has expired", () -> !lost.locked());
            assertThat(text(consumer.next())).isEqualTo("lost");
            broker.complete(kept);
        }
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 a redelivery back-off lasts exactly its duration")
    void shouldBackOffInTime(int hours) {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "m");
            broker.node.settler().abandon(consumer.next(), Map.of(), Duration.ofSeconds(20));
            step(hours);
            pass(Duration.ofSeconds(19));
            assertThat(consumer.receiver.pollPrefetched()).isNull();
            pass(Duration.ofSeconds(1));
            assertThat(text(consumer.next())).isEqualTo("m");
        }
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 VIS-10 the history is written each minute")
    void shouldWriteTheHistory(int hours) {
        assertThat(broker.node.history().read(HistoryResolution.HOUR)).isEmpty();
        untilAMinuteLater("the node records the history", () -> ((NodeHistory) broker.node.history()).isRecording());
        step(hours);
        for (int minutes = 0; minutes < 3; minutes++) {
            Set<Long> before = rows();
            untilAMinuteLater("a row is written", () -> !before.containsAll(rows()));
        }
    }

    /**
     * Lets at most five minutes pass until a condition holds. The history leaves a minute out if the lease is not
     * proven at its end. Therefore the node renews its lease 3 s before, and the clocks stand still while the history
     * is written.
     */
    private void untilAMinuteLater(String what, BooleanSupplier condition) {
        boolean holds = condition.getAsBoolean();
        for (int minutes = 0; minutes < 5 && !holds; minutes++) {
            pass(Duration.ofSeconds(2));
            pass(Duration.ofSeconds(55));
            pass(Duration.ofSeconds(3));
            holds = within(3_000, condition);
        }
        eventually(what, condition);
    }

    private RedriveJob job(RedriveJob begun) {
        return broker.node.redriveJobs().find(begun.id()).orElseThrow();
    }

    private Set<Long> rows() {
        return broker.node.components().node.context().store().history().since(HistoryResolution.HOUR, 0).stream()
                .map(HistoryRepository.HistoryRow::fromMillis)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 BEY-07 a redrive job continues at its rate")
    void shouldRedrive(int hours) {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        try (Consumer consumer = broker.consumer(queue)) {
            for (int i = 0; i < 3; i++) {
                broker.node.settler().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        MessageQuery all = new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);
        RedriveJob begun = broker.node
                .redriveJobs()
                .start(broker.deadLetters(queue), new RedriveRequest(all, null, Long.MAX_VALUE, 0.1), null);
        eventually("the redrive job has moved the first message", () -> available(queue) == 1);
        step(hours);
        eventually("the redrive job has ended", () -> {
            pass(Duration.ofSeconds(1));
            return job(begun).state() == RedriveJob.StoredRedriveJobState.DONE;
        });
        assertThat(available(queue)).isEqualTo(3);
    }
}
