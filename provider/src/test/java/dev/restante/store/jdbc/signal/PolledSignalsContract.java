package dev.restante.store.jdbc.signal;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals.Arrival;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.GivenPool;
import dev.restante.store.jdbc.connect.GivenSource;
import dev.restante.store.jdbc.connect.OutsideThreads;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.table.JdbcMembership;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wake-ups by rows, on a database that shares a store. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PolledSignalsContract {

    private static final StoreTimeouts TIMEOUTS = StoreTimeouts.of(Duration.ofSeconds(2), null);

    private final BlockingQueue<Arrival> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger gaps = new AtomicInteger();
    private DataSource connections;
    private Database database;
    private long telling;
    private long hearing;
    private PolledSignals here;
    private PolledSignals there;

    /** Connections to a new store. */
    abstract DataSource store() throws SQLException;

    abstract Dialect dialect();

    /** A statement that ends another session, whose number follows. */
    abstract String endSession();

    /** Selects the numbers of the other sessions in this database. */
    abstract String otherSessions();

    /** Keeps others from reading a table until the session ends, or the transaction. */
    abstract String lockTable(String table);

    @BeforeEach
    final void open() throws SQLException {
        connections = store();
        database = database();
        JdbcMembership membership = new JdbcMembership(database, false);
        telling = membership.join("telling", Long.MAX_VALUE, 1).incarnation();
        hearing = membership.join("hearing", Long.MAX_VALUE, 1).incarnation();
        here = new PolledSignals(database);
        there = new PolledSignals(database);
        here.listen(arrival -> {}, () -> {});
        here.expect(telling, false);
    }

    private Database database() {
        return new Database(
                dialect(),
                new GivenSource(
                        new GivenPool(connections),
                        new OutsideThreads(TIMEOUTS),
                        TIMEOUTS,
                        true,
                        unused -> {},
                        () -> false),
                "the test",
                ConnectionLimits.remote(TIMEOUTS, "the test"),
                opened -> Upkeep.none(opened.dialect()));
    }

    @AfterEach
    final void close() {
        here.close();
        there.close();
        database.close();
    }

    private void listen() {
        there.listen(heard::add, gaps::incrementAndGet);
        there.expect(hearing, true);
    }

    private void tell(long entityId, Long... olderIds) {
        here.announce(List.of(new Arrival(entityId, List.of(olderIds))));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("RCV-16 what a node tells is heard by another that expects something, once, and not by itself")
    void shouldHearWhatIsTold() throws InterruptedException {
        List<Arrival> own = new ArrayList<>();
        here.listen(own::add, () -> {});
        here.expect(telling, true);
        listen();
        tell(1, 5L, 6L);
        assertThat(heard.take()).isEqualTo(new Arrival(1, List.of(5L, 6L)));
        tell(2);
        assertThat(heard.take()).isEqualTo(new Arrival(2, List.of()));
        assertThat(gaps).hasValue(0);
        assertThat(own).isEmpty();
    }

    @Test
    @DisplayName("more deliveries than one announcement can name are named in the next ones, none left out")
    void shouldNameTheRest() throws InterruptedException {
        listen();
        List<Long> ids = LongStream.rangeClosed(1, 1_000).boxed().toList();
        here.announce(List.of(new Arrival(8, ids), new Arrival(9, List.of(7L))));
        Set<Long> named = new TreeSet<>();
        Set<Long> others = new TreeSet<>();
        while (named.size() < ids.size() || others.isEmpty()) {
            Arrival arrival = heard.take();
            (arrival.entityId() == 8 ? named : others).addAll(arrival.olderIds());
        }
        assertThat(named).containsExactlyElementsOf(ids);
        assertThat(others).containsExactly(7L);
    }

    @Test
    @DisplayName("who expects something only later hears what was told before, or that there was more")
    void shouldHearWhatWasToldBefore() throws Exception {
        there.listen(heard::add, gaps::incrementAndGet);
        there.expect(hearing, false);
        tell(1);
        eventually(
                "it stands there",
                () -> !new SignalRows(database).toldByOthers(hearing).isEmpty());
        there.expect(hearing, true);
        assertThat(heard.take()).isEqualTo(new Arrival(1, List.of()));
        execute("UPDATE restante_node SET told = '9:2' WHERE incarnation = " + telling);
        assertThat(heard.take()).isEqualTo(new Arrival(2, List.of()));
        assertThat(gaps).hasValue(1);
    }

    @Test
    @DisplayName("what a node tells before it has said which incarnation it is, it tells then")
    void shouldTellWhenItHasARow() throws InterruptedException {
        here.close();
        here = new PolledSignals(database);
        here.listen(arrival -> {}, () -> {});
        listen();
        tell(1);
        // Its thread has seen that.
        tell(2);
        here.expect(telling, false);
        assertThat(List.of(heard.take(), heard.take()))
                .containsExactlyInAnyOrder(new Arrival(1, List.of()), new Arrival(2, List.of()));
    }

    @Test
    @DisplayName("what a dead node has told, or nobody can read, is not heard, and nothing else suffers from it")
    void shouldIgnoreTheDead() throws Exception {
        long dead = new JdbcMembership(database, false)
                .join("dead", Long.MAX_VALUE, 1)
                .incarnation();
        long foreign = new JdbcMembership(database, false)
                .join("foreign", Long.MAX_VALUE, 1)
                .incarnation();
        execute("UPDATE restante_node SET told = '1:13', alive = FALSE WHERE incarnation = " + dead);
        execute("UPDATE restante_node SET told = 'x:1 1:y' WHERE incarnation = " + foreign);
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new Arrival(1, List.of()));
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("RCV-19 wake-ups come again after their connections were ended")
    void shouldConnectAgain() throws Exception {
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new Arrival(1, List.of()));
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement()) {
            List<Long> sessions = new ArrayList<>();
            try (var rows = statement.executeQuery(otherSessions())) {
                while (rows.next()) {
                    sessions.add(rows.getLong(1));
                }
            }
            assertThat(sessions).isNotEmpty();
            for (long session : sessions) {
                statement.execute(String.format(Locale.ROOT, endSession(), session));
            }
        }
        tell(2);
        assertThat(heard.take()).isEqualTo(new Arrival(2, List.of()));
    }

    @Test
    @DisplayName("RCV-19 wake-ups come again after a table was locked for longer than anything may take")
    void shouldNotHang() throws Exception {
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new Arrival(1, List.of()));
        try (Connection locking = connections.getConnection();
                Statement statement = locking.createStatement()) {
            locking.setAutoCommit(false);
            statement.execute(lockTable("restante_node"));
            tell(2);
            // Each is given up after a while, and there are as many as there were before.
            assertThat(heard.poll(3, TimeUnit.SECONDS)).isNull();
        }
        assertThat(heard.take()).isEqualTo(new Arrival(2, List.of()));
    }

    /** Passes by itself whenever somebody waits, up to some moment. */
    private static final class QuickTime implements PolledSignals.Waiting {
        private final long untilMillis;
        private final CountDownLatch over = new CountDownLatch(1);
        private long millis;
        private int waits;

        QuickTime(long untilMillis) {
            this.untilMillis = untilMillis;
        }

        @Override
        public synchronized long millis() {
            return millis;
        }

        @Override
        public void await(Semaphore reason, long forMillis) throws InterruptedException {
            if (forMillis == Long.MAX_VALUE || !passes(forMillis)) {
                reason.acquire();
            }
        }

        private synchronized boolean passes(long forMillis) {
            if (millis + forMillis > untilMillis) {
                over.countDown();
                return false;
            }
            millis += forMillis;
            waits++;
            return true;
        }

        synchronized int waits() {
            return waits;
        }
    }

    /** How many statements the server has been given by now; empty if it does not tell at once. */
    abstract OptionalLong statements(Connection connection) throws SQLException;

    @Test
    @DisplayName("a node that waits for what nobody tells asks fewer than five times a second; else it does not ask")
    void shouldAskSeldom() throws Exception {
        QuickTime time = new QuickTime(TimeUnit.MINUTES.toMillis(1));
        there = new PolledSignals(new SignalRows(database), time);
        try (Connection connection = connections.getConnection()) {
            OptionalLong before = statements(connection);
            there.listen(heard::add, gaps::incrementAndGet);
            there.expect(hearing, false);
            assertThat(time.waits()).isZero();
            there.expect(hearing, true);
            time.over.await();
            assertThat(time.waits()).isBetween(240, 300);
            if (before.isPresent()) {
                assertThat(statements(connection).getAsLong() - before.getAsLong())
                        .isBetween(240L, 320L);
            }
        }
    }
}
