package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.TimeSource;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Membership;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("keeping a lease")
final class PostgresLeaseKeeperTest {

    private static final Duration LEASE = Duration.ofMillis(600);

    /** As one that meets a row it did not expect. */
    private static final class Failing implements LeaseKeeper.Listener {
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
        NodeTime time = new NodeTime(TimeSource.SYSTEM);
        String url = PostgresServer.newDatabase();
        try (Store store = StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
                AlarmClock clock = new AlarmClock("lease-keeper-test", time)) {
            Membership membership = store.membership();
            long silent = membership
                    .join("silent", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            long joinedAtMillis = TimeSource.SYSTEM.millis();
            long incarnation = membership
                    .join("keeper", membership.storeMillis() + LEASE.toMillis(), 1)
                    .incarnation();
            LeaseKeeper keeper = new LeaseKeeper(
                    membership,
                    TimeSource.SYSTEM,
                    time,
                    new LeaseKeeper.Identity(incarnation, false, joinedAtMillis),
                    LEASE,
                    clock,
                    new Failing());
            keeper.start();
            clock.start();

            Eventually.eventually("the silent node is dead", () -> !isAlive(url, silent));
            assertThat(isAlive(url, incarnation)).isTrue();
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
