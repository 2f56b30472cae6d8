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

/** Nodes on PostgreSQL that wake each other, also after connections were lost. */
@DisplayName("nodes on PostgreSQL that wake each other")
final class PostgresConnectionTest extends PostgresConcurrencyFixture {

    @Test
    @DisplayName("a writer whose connection was lost connects again at its next batch")
    void shouldReconnect() throws SQLException {
        try (StoreFixture node = node("node");
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = administrator.createStatement()) {
            node.send();
            long batch = node.lastBatch();
            // Waits until they are gone: a batch must not meet a server that dies only after it.
            statement.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            try {
                node.send();
            } catch (StoreException e) {
                // Unknown where the connection breaks at the write: the driver can't say how much of it had left.
                assertThat(e.kind()).isIn(StoreException.Kind.UNAVAILABLE, StoreException.Kind.OUTCOME_UNKNOWN);
            }
            assertThat(node.writer.committed(batch)).isTrue();
            assertThat(node.writer.committed(batch + 1)).isFalse();
            node.send();
            assertThat(node.stored()).hasSize(2);
        }
    }

    @Test
    @DisplayName("a wake-up reaches the other node, and still does after connections were lost")
    void shouldWakeTheOtherNode() throws SQLException, InterruptedException {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second");
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = administrator.createStatement()) {
            BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
            first.store.signals().listen(id -> {}, () -> {});
            second.store.signals().listen(arrival -> heard.add(arrival.entityId()), () -> {});
            assertThat(announceUntilHeard(first, 41, heard)).isTrue();

            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            heard.clear();
            assertThat(announceUntilHeard(first, 42, heard)).isTrue();
        }
    }

    @Test
    @DisplayName("wake-ups name deliveries, more than one payload holds")
    void shouldNameDeliveries() throws Exception {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second")) {
            BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
            BlockingQueue<Long> named = new LinkedBlockingQueue<>();
            first.store.signals().listen(arrival -> {}, () -> {});
            second.store
                    .signals()
                    .listen(
                            arrival -> {
                                heard.add(arrival.entityId());
                                named.addAll(arrival.olderIds());
                            },
                            () -> {});
            assertThat(announceUntilHeard(first, 41, heard)).isTrue();
            List<Long> ids = LongStream.range(0, 1_000)
                    .map(i -> Long.MAX_VALUE - i)
                    .boxed()
                    .toList();
            first.store.signals().announce(List.of(new Signals.Arrival(42, ids), new Signals.Arrival(43, List.of(7L))));
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

    /** Wake-ups are hints that may get lost while a connection is opened, so it is told again. */
    private static boolean announceUntilHeard(StoreFixture from, long id, BlockingQueue<Long> heard)
            throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            from.store.signals().announce(List.of(new Signals.Arrival(id, List.of())));
            Long got = heard.poll(100, TimeUnit.MILLISECONDS);
            if (got != null && got == id) {
                return true;
            }
        }
        return false;
    }
}
