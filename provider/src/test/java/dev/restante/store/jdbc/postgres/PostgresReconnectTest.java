package dev.restante.store.jdbc.postgres;

import static dev.restante.store.jdbc.StoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("signals and lost connections of nodes on PostgreSQL")
final class PostgresReconnectTest extends PostgresConcurrencyFixture {

    @Test
    @DisplayName("a writer whose connection was lost connects again for a later batch")
    void shouldReconnect() throws SQLException {
        try (StoreFixture node = node("node");
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = administrator.createStatement()) {
            node.send();
            long batch = node.lastBatch();
            // The statement waits for the end of the sessions, because a batch must not reach a session that ends only
            // later.
            statement.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            try {
                node.send();
            } catch (StoreException e) {
                // The outcome is unknown if the connection breaks during the write, because the driver does not know
                // how much was sent.
                assertThat(e.kind())
                        .isIn(
                                StoreException.StoreFailureKind.UNAVAILABLE,
                                StoreException.StoreFailureKind.OUTCOME_UNKNOWN);
            }
            assertThat(node.writer.isCommitted(batch)).isTrue();
            assertThat(node.writer.isCommitted(batch + 1)).isFalse();
            node.send();
            assertThat(node.stored()).hasSize(2);
        }
    }

    @Test
    @DisplayName("a signal reaches the other node, also after connections were lost")
    void shouldWakeTheOtherNode() throws SQLException, InterruptedException {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second");
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = administrator.createStatement()) {
            BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
            first.store.signals().listen(id -> {}, () -> {});
            second.store.signals().listen(signal -> heard.add(signal.entityId()), () -> {});
            assertThat(announceUntilHeard(first, 41, heard)).isTrue();

            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            heard.clear();
            assertThat(announceUntilHeard(first, 42, heard)).isTrue();
        }
    }

    @Test
    @DisplayName("signals can name more deliveries than fit into one notification")
    void shouldNameDeliveries() throws Exception {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second")) {
            BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
            BlockingQueue<Long> named = new LinkedBlockingQueue<>();
            first.store.signals().listen(signal -> {}, () -> {});
            second.store
                    .signals()
                    .listen(
                            signal -> {
                                heard.add(signal.entityId());
                                named.addAll(signal.earlierIds());
                            },
                            () -> {});
            assertThat(announceUntilHeard(first, 41, heard)).isTrue();
            List<Long> ids = LongStream.range(0, 1_000)
                    .map(i -> Long.MAX_VALUE - i)
                    .boxed()
                    .toList();
            first.store
                    .signals()
                    .announce(List.of(
                            new Signals.AvailabilitySignal(42, ids), new Signals.AvailabilitySignal(43, List.of(7L))));
            Set<Long> missing = new HashSet<>(ids);
            missing.add(7L);
            while (!missing.isEmpty()) {
                Long id = named.poll(20, TimeUnit.SECONDS);
                assertThat(id).isNotNull();
                missing.remove(id);
            }
            assertThat(heard).contains(42L, 43L);
        }
    }

    /** Announces a signal until it is heard, because signals may get lost while a connection is opened. */
    private static boolean announceUntilHeard(StoreFixture from, long id, BlockingQueue<Long> heard)
            throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            from.store.signals().announce(List.of(new Signals.AvailabilitySignal(id, List.of())));
            Long got = heard.poll(100, TimeUnit.MILLISECONDS);
            if (got != null && got == id) {
                return true;
            }
        }
        return false;
    }
}
