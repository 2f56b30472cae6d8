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

    @Test
    @DisplayName("RCV-19 the next heartbeat is due by the begin of the last one, however long that one took")
    void shouldBeatInTime() throws SQLException {
        FakeTime time = new FakeTime();
        AtomicInteger beats = new AtomicInteger();
        Duration lease = Duration.ofSeconds(15);
        Store store = StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
        Membership membership = store.membership();
        NodeTime nodeTime = NodeTime.measuring(time, membership::storeMillis, lease);
        try (store;
                AlarmClock clock = new AlarmClock("lease-keeper-test", nodeTime)) {
            long storeMillis = nodeTime.measure();
            long incarnation =
                    membership.join("keeper", storeMillis + lease.toMillis(), 1).incarnation();
            LeaseKeeper keeper = new LeaseKeeper(
                    membership,
                    nodeTime,
                    new LeaseKeeper.Identity(incarnation, false, nodeTime.moment()),
                    lease,
                    clock,
                    new Failing() {
                        @Override
                        public void beaten() {
                            if (beats.incrementAndGet() == 1) {
                                time.advanceUnnoticed(lease.multipliedBy(2));
                            }
                        }
                    });
            keeper.start();
            clock.start();
            time.advance(lease.dividedBy(2));

            Eventually.eventually("the next one has come", () -> beats.get() > 1);
            assertThat(keeper.proven()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "RCV-14 TTL-21 a wall clock that is set during a heartbeat, and measured then, brings another heartbeat")
    void shouldBeatAgainWhenAClockWasSet() throws SQLException {
        MachineClocks machine = new MachineClocks();
        AtomicInteger beats = new AtomicInteger();
        Duration lease = Duration.ofSeconds(15);
        Store store = StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
        Membership membership = store.membership();
        NodeTime nodeTime = NodeTime.measuring(machine, machine::databaseMillis, lease);
        try (store;
                AlarmClock clock = new AlarmClock("lease-keeper-test", nodeTime)) {
            long storeMillis = nodeTime.measure();
            long incarnation =
                    membership.join("keeper", storeMillis + lease.toMillis(), 1).incarnation();
            LeaseKeeper keeper = new LeaseKeeper(
                    membership,
                    nodeTime,
                    new LeaseKeeper.Identity(incarnation, false, nodeTime.moment()),
                    lease,
                    clock,
                    new Failing() {
                        @Override
                        public void beaten() {
                            if (beats.incrementAndGet() == 1) {
                                machine.step(Duration.ofHours(1));
                                // As other threads do before they let something expire.
                                nodeTime.measure();
                            }
                        }
                    });
            keeper.start();
            clock.start();
            machine.pass(lease.dividedBy(3));

            Eventually.eventually("another heartbeat has come, although no time passes", () -> beats.get() > 1);
            assertThat(keeper.proven()).isTrue();
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
