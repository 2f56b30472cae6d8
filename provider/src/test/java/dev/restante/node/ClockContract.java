package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static dev.restante.node.BrokerFixture.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.HistoryScale;
import dev.restante.model.RedriveJob;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.admin.NodeHistory;
import dev.restante.store.HistoryRepository;
import dev.restante.store.Store;
import dev.restante.testing.MachineClocks;
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

/** A node on a machine whose wall clock is set by an hour while no time passes (TTL-21). */
@Timeout(120)
@DisplayName("a wall clock that is set")
abstract class ClockContract {

    static final Duration LEASE = Duration.ofSeconds(15);
    private static final BrokerSettings DEFAULTS = BrokerSettings.defaults("clocks");
    static final BrokerSettings SETTINGS = new BrokerSettings(
            "clocks",
            LEASE,
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            DEFAULTS.maxMessageBytes(),
            1L << 30,
            DEFAULTS.bufferBytes());

    final MachineClocks machine = new MachineClocks();
    BrokerFixture broker;

    abstract Supplier<Store> newStore(Path emptyFolder);

    @BeforeEach
    final void open(@TempDir Path folder) {
        broker = new BrokerFixture(newStore(folder), machine, SETTINGS);
    }

    @AfterEach
    final void close() {
        broker.close();
    }

    /** Sets the wall clock, and waits until the node has dealt with it. */
    private void step(int hours) {
        machine.step(Duration.ofHours(hours));
        settle();
    }

    /** Waits until the node hands messages out again, after a measurement if it needs one. */
    final void settle() {
        eventually("it may hand over", () -> broker.node.node().alive());
    }

    /** Lets time pass, in steps that no lease outlives. */
    final void pass(Duration duration) {
        for (long left = duration.toMillis(); left > 0; left -= 5_000) {
            machine.pass(Duration.ofMillis(Math.min(left, 5_000)));
            settle();
        }
    }

    final long available(Entity queue) {
        return broker.node.statistics().of(queue).available();
    }

    final long scheduled(Entity queue) {
        return broker.node.statistics().of(queue).scheduled();
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 SCH-02 a delayed message is delivered when its time has passed, not before")
    void shouldPromoteInTime(int hours) {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("delayed").delay(Duration.ofSeconds(60)));
        step(hours);
        pass(Duration.ofSeconds(59));
        broker.send(queue, Mail.of("delayed after").delay(Duration.ofSeconds(60)));
        assertThat(scheduled(queue)).isEqualTo(2);
        machine.pass(Duration.ofSeconds(1));
        eventually("it is available", () -> available(queue) == 1);
        pass(Duration.ofSeconds(58));
        assertThat(scheduled(queue)).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        eventually("so is the next one", () -> available(queue) == 2);
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 a message expires when its time to live has passed, not before, in the store and in a buffer")
    void shouldExpireInTime(int hours) {
        Entity stored = broker.queue("stored");
        Entity buffered = broker.queue("buffered");
        try (Consumer consumer = broker.consumer(buffered)) {
            consumer.assertNothing();
            for (Entity queue : new Entity[] {stored, buffered}) {
                broker.send(queue, Mail.of("m").timeToLive(Duration.ofSeconds(50)));
            }
            step(hours);
            pass(Duration.ofSeconds(49));
            assertThat(available(stored)).isEqualTo(1);
            assertThat(available(buffered)).isEqualTo(1);
            pass(Duration.ofSeconds(1));
            eventually("it is gone", () -> available(stored) == 0 && available(buffered) == 0);
            assertThat(consumer.receiver.poll()).isNull();
        }
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 RCV-12 a lock ends when its duration has passed, not before, and can be renewed meanwhile")
    void shouldEndLocksInTime(int hours) {
        Entity queue = broker.queue("q");
        Duration lock = queue.options().lockDuration();
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "kept", "lost");
            HeldDelivery kept = consumer.next();
            HeldDelivery lost = consumer.next();
            step(hours);
            pass(lock.minusSeconds(1));
            assertThat(lost.locked()).isTrue();
            broker.node.settlement().renew(kept);
            pass(Duration.ofSeconds(1));
            eventually("the lock has ended", () -> !lost.locked());
            assertThat(text(consumer.next())).isEqualTo("lost");
            broker.complete(kept);
        }
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 a redelivery back-off lasts as long as it should")
    void shouldBackOffInTime(int hours) {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            broker.send(queue, "m");
            broker.node.settlement().abandon(consumer.next(), Map.of(), Duration.ofSeconds(20));
            step(hours);
            pass(Duration.ofSeconds(19));
            assertThat(consumer.receiver.poll()).isNull();
            pass(Duration.ofSeconds(1));
            assertThat(text(consumer.next())).isEqualTo("m");
        }
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 VIS-10 the history is written each minute")
    void shouldWriteTheHistory(int hours) {
        assertThat(broker.node.history().read(HistoryScale.HOUR)).isEmpty();
        untilAMinuteLater("it records", () -> ((NodeHistory) broker.node.history()).recording());
        step(hours);
        for (int minutes = 0; minutes < 3; minutes++) {
            Set<Long> before = rows();
            untilAMinuteLater("a row is written", () -> !before.containsAll(rows()));
        }
    }

    /**
     * Lets minutes pass until a condition holds, five at most. The history leaves a minute out if the lease is not
     * proven at its end. So the node renews its lease 3 s before, and the clocks stand still while the history is
     * written.
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

    /** The minutes of the history, by their beginnings. */
    private Set<Long> rows() {
        return broker.node.parts().context.store().history().since(HistoryScale.HOUR, 0).stream()
                .map(HistoryRepository.Row::fromMillis)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest(name = "{0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 BEY-07 a redrive in the background goes on at its pace")
    void shouldRedrive(int hours) {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2", "3");
        try (Consumer consumer = broker.consumer(queue)) {
            for (int i = 0; i < 3; i++) {
                broker.node.settlement().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        MessageQuery all = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);
        RedriveJob begun = broker.node
                .redriveJobs()
                .start(broker.deadLetters(queue), new Redrive(all, null, Long.MAX_VALUE, 0.1), null);
        eventually("it has begun", () -> available(queue) == 1);
        step(hours);
        eventually("it is done", () -> {
            pass(Duration.ofSeconds(1));
            return job(begun).state() == RedriveJob.State.DONE;
        });
        assertThat(available(queue)).isEqualTo(3);
    }
}
