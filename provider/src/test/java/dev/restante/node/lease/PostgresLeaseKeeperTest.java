package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.MachineClock;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeTime;
import dev.restante.testing.MachineClocks;
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

@DisplayName("keeping a lease")
final class PostgresLeaseKeeperTest {

    private static final Duration LEASE = Duration.ofMillis(600);

    /** As one that meets a row it did not expect. */
    private static class Failing implements LeaseKeeper.Listener {
        @Override
        public LeaseKeeper.Identity rejoin() {
            throw new AssertionError("nobody declares this node dead");
        }

        @Override
        public void rejoined() {}

        @Override
        public void fenced(RuntimeException why) {}

        @Override
        public void beaten() {
            throw new IllegalStateException("of a test");
        }

        @Override
        public void storeLost(StoreException cause, long sinceNanos) {}

        @Override
        public void storeReached() {}

        @Override
        public void released(List<Long> entityIds) {
            throw new IllegalStateException("of a test");
        }

        @Override
        public void ended() {}
    }

    @Test
    @DisplayName("RCV-13 a silent node is declared dead and forgotten, whatever the listener of the heartbeat throws")
    void shouldDeclareDeadWhateverTheListenerThrows() throws SQLException {
        String url = PostgresServer.newDatabase();
        Store store = StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
        Membership membership = store.membership();
        NodeTime time = NodeTime.measuring(MachineClock.SYSTEM, membership::storeMillis, LEASE);
        try (store;
                AlarmClock clock = new AlarmClock("lease-keeper-test", time)) {
            long silent = membership
                    .join("silent", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            NodeTime.Moment joinedAt = time.moment();
            long incarnation = membership
                    .join("keeper", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            LeaseKeeper keeper = new LeaseKeeper(
                    membership,
                    time,
                    new LeaseKeeper.Identity(incarnation, false, joinedAt),
                    LEASE,
                    clock,
                    new Failing());
            keeper.start();
            clock.start();

            Eventually.eventually("the silent node is dead", () -> !isAlive(url, silent));
            assertThat(isAlive(url, incarnation)).isTrue();
        }
    }

    /** The keeper of a node that has just joined a new store; counts the heartbeats, and acts during the first. */
    private static final class Joined implements AutoCloseable {
        static final Duration LEASE = Duration.ofSeconds(15);

        final AtomicInteger beats = new AtomicInteger();
        final NodeTime time;
        final LeaseKeeper keeper;
        private final Store store;
        private final AlarmClock clock;

        Joined(MachineClock machine, Function<Membership, LongSupplier> databaseMillis, Consumer<NodeTime> firstBeat) {
            store = StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
            Membership membership = store.membership();
            time = NodeTime.measuring(machine, databaseMillis.apply(membership), LEASE);
            clock = new AlarmClock("lease-keeper-test", time);
            long incarnation = membership
                    .join("keeper", time.measure() + LEASE.toMillis(), 1)
                    .incarnation();
            keeper = new LeaseKeeper(
                    membership,
                    time,
                    new LeaseKeeper.Identity(incarnation, false, time.moment()),
                    LEASE,
                    clock,
                    new Failing() {
                        @Override
                        public void beaten() {
                            if (beats.incrementAndGet() == 1) {
                                firstBeat.accept(time);
                            }
                        }
                    });
            keeper.start();
            clock.start();
        }

        @Override
        public void close() {
            clock.close();
            store.close();
        }
    }

    @Test
    @DisplayName("RCV-19 the next heartbeat is due by the begin of the last one, however long that one took")
    void shouldBeatInTime() {
        FakeTime time = new FakeTime();
        try (Joined joined = new Joined(
                time,
                membership -> membership::storeMillis,
                unused -> time.advanceUnnoticed(Joined.LEASE.multipliedBy(2)))) {
            time.advance(Joined.LEASE.dividedBy(2));

            Eventually.eventually("the next one has come", () -> joined.beats.get() > 1);
            assertThat(joined.keeper.proven()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "RCV-14 TTL-21 a wall clock that is set during a heartbeat, and measured then, brings another heartbeat")
    void shouldBeatAgainWhenAClockWasSet() {
        MachineClocks machine = new MachineClocks();
        try (Joined joined = new Joined(machine, membership -> machine::databaseMillis, time -> {
            machine.step(Duration.ofHours(1));
            // As other threads do before they let something expire.
            time.measure();
        })) {
            machine.pass(Joined.LEASE.dividedBy(3));

            Eventually.eventually("another heartbeat has come, although no time passes", () -> joined.beats.get() > 1);
            assertThat(joined.keeper.proven()).isTrue();
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
