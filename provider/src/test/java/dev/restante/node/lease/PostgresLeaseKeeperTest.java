package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.MachineClock;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeClock;
import dev.restante.testing.FakeMachineClocks;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the lease keeper")
final class PostgresLeaseKeeperTest {

    private static final Duration LEASE = Duration.ofMillis(600);

    /** Listener that throws during heartbeats, as if it read an unexpected row. */
    private static class ThrowingListener implements LeaseKeeper.LeaseListener {
        @Override
        public LeaseKeeper.LeaseHolder rejoin() {
            throw new AssertionError("the node was declared dead");
        }

        @Override
        public void onRejoined() {}

        @Override
        public void onFenced(RuntimeException cause) {}

        @Override
        public void onHeartbeat() {
            throw new IllegalStateException("of a test");
        }

        @Override
        public void onStoreUnreachable(StoreException cause, long sinceNanos) {}

        @Override
        public void onStoreReachable() {}

        @Override
        public void onReleased(List<Long> entityIds) {
            throw new IllegalStateException("of a test");
        }

        @Override
        public void onIncarnationReleased() {}
    }

    @Test
    @DisplayName("RCV-13 a silent node is declared dead even if the heartbeat listener throws")
    void shouldDeclareDeadWhateverTheListenerThrows() throws SQLException {
        String url = PostgresServer.newDatabase();
        Store store = StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
        Membership membership = store.membership();
        StoreClock storeClock = StoreClock.ofDatabase(MachineClock.SYSTEM, membership::storeMillis, LEASE);
        try (store;
                NodeScheduler scheduler = new NodeScheduler("lease-keeper-test", storeClock)) {
            long silent = membership
                    .join("silent", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            StoreClock.ClockReading joinedAt = storeClock.reading();
            long incarnation = membership
                    .join("keeper", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            LeaseKeeper keeper = new LeaseKeeper(
                    membership,
                    storeClock,
                    new LeaseKeeper.LeaseHolder(incarnation, false, joinedAt),
                    LEASE,
                    scheduler,
                    new ThrowingListener());
            keeper.start();
            scheduler.start();

            Eventually.eventually("the silent node is declared dead", () -> !isAlive(url, silent));
            assertThat(isAlive(url, incarnation)).isTrue();
        }
    }

    /**
     * Lease keeper of a node that has just joined a new store. Counts the heartbeats and runs an action during the
     * first.
     */
    private static final class JoinedKeeper implements AutoCloseable {
        static final Duration LEASE = Duration.ofSeconds(15);

        final AtomicInteger beats = new AtomicInteger();
        final StoreClock storeClock;
        final LeaseKeeper keeper;
        private final Store store;
        private final NodeScheduler scheduler;

        JoinedKeeper(
                MachineClock machine,
                Function<Membership, LongSupplier> databaseMillis,
                Consumer<StoreClock> firstBeat) {
            store = StoreOpener.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
            Membership membership = store.membership();
            storeClock = StoreClock.ofDatabase(machine, databaseMillis.apply(membership), LEASE);
            scheduler = new NodeScheduler("lease-keeper-test", storeClock);
            long incarnation = membership
                    .join("keeper", storeClock.measure() + LEASE.toMillis(), 1)
                    .incarnation();
            keeper = new LeaseKeeper(
                    membership,
                    storeClock,
                    new LeaseKeeper.LeaseHolder(incarnation, false, storeClock.reading()),
                    LEASE,
                    scheduler,
                    new ThrowingListener() {
                        @Override
                        public void onHeartbeat() {
                            if (beats.incrementAndGet() == 1) {
                                firstBeat.accept(storeClock);
                            }
                        }
                    });
            keeper.start();
            scheduler.start();
        }

        @Override
        public void close() {
            scheduler.close();
            store.close();
        }
    }

    @Test
    @DisplayName("RCV-19 the next heartbeat is scheduled from the start of the last one, however long that one took")
    void shouldBeatInTime() {
        FakeClock time = new FakeClock();
        try (JoinedKeeper joined = new JoinedKeeper(
                time,
                membership -> membership::storeMillis,
                unused -> time.advanceWithoutWakeUp(JoinedKeeper.LEASE.multipliedBy(2)))) {
            time.advance(JoinedKeeper.LEASE.dividedBy(2));

            Eventually.eventually("the next heartbeat has run", () -> joined.beats.get() > 1);
            assertThat(joined.keeper.leaseValid()).isTrue();
        }
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("RCV-14 TTL-21 a wall clock that is set and measured during a heartbeat triggers another heartbeat")
    void shouldBeatAgainWhenAClockWasSet(int hours) {
        FakeMachineClocks machine = new FakeMachineClocks();
        try (JoinedKeeper joined = new JoinedKeeper(machine, membership -> machine::databaseMillis, storeClock -> {
            machine.step(Duration.ofHours(hours));
            // Other threads measure the clock like this before they expire messages.
            storeClock.measure();
        })) {
            machine.pass(JoinedKeeper.LEASE.dividedBy(3));

            Eventually.eventually("another heartbeat has run without a further delay", () -> joined.beats.get() > 1);
            assertThat(joined.keeper.leaseValid()).isTrue();
        }
    }

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("RCV-14 TTL-21 a wall clock that is set and measured between heartbeats triggers a heartbeat")
    void shouldBeatWhenAClockWasSet(int hours) {
        FakeMachineClocks machine = new FakeMachineClocks();
        try (JoinedKeeper joined = new JoinedKeeper(machine, membership -> machine::databaseMillis, unused -> {})) {
            machine.step(Duration.ofHours(hours));
            // Another thread measures the clock before any thread reads it.
            long unused = joined.storeClock.measure();

            Eventually.eventually("a heartbeat has come, although no time passes", () -> joined.beats.get() > 0);
            Eventually.eventually("the lease is valid", joined.keeper::leaseValid);
        }
    }

    private static boolean isAlive(String url, long incarnation) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM restante_node WHERE alive AND incarnation = " + incarnation)) {
            return rows.next();
        }
    }
}
