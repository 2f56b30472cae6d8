package dev.restante.store.jdbc.signal;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals.AvailabilitySignal;
import dev.restante.store.jdbc.connect.ApplicationConnectionSource;
import dev.restante.store.jdbc.connect.ApplicationPool;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.NonTransactionalExecutor;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.database.Dialect;
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

/** Contract tests of signals through rows of a shared database. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PolledSignalsContract {

    private static final StoreTimeouts TIMEOUTS = StoreTimeouts.of(Duration.ofSeconds(2), null);

    private final BlockingQueue<AvailabilitySignal> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger gaps = new AtomicInteger();
    private DataSource connections;
    private Database database;
    private long telling;
    private long hearing;
    private PolledSignals here;
    private PolledSignals there;

    abstract DataSource store() throws SQLException;

    abstract Dialect dialect();

    /** Returns the format of a statement that ends the session with a given number. */
    abstract String endSession();

    /** Returns a query for the numbers of the other sessions in this database. */
    abstract String otherSessions();

    /** Returns a statement that keeps other sessions from reading a table until the session or the transaction ends. */
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
        here.listen(signal -> {}, () -> {});
        here.expectSignals(telling, false);
    }

    private Database database() {
        return new Database(
                dialect(),
                new ApplicationConnectionSource(
                        new ApplicationPool(connections),
                        new NonTransactionalExecutor(TIMEOUTS),
                        TIMEOUTS,
                        true,
                        unused -> {},
                        () -> false),
                "the test",
                ConnectionTimeLimits.forServer(TIMEOUTS, "the test"),
                opened -> DatabaseMaintenance.notNeeded(opened.dialect()));
    }

    @AfterEach
    final void close() {
        here.close();
        there.close();
        database.close();
    }

    private void listen() {
        there.listen(heard::add, gaps::incrementAndGet);
        there.expectSignals(hearing, true);
    }

    private void tell(long entityId, Long... olderIds) {
        here.announce(List.of(new AvailabilitySignal(entityId, List.of(olderIds))));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("RCV-16 a waiting node finds each announcement of another node once, and no announcement of its own")
    void shouldHearWhatIsTold() throws InterruptedException {
        List<AvailabilitySignal> own = new ArrayList<>();
        here.listen(own::add, () -> {});
        here.expectSignals(telling, true);
        listen();
        tell(1, 5L, 6L);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(1, List.of(5L, 6L)));
        tell(2);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(2, List.of()));
        assertThat(gaps).hasValue(0);
        assertThat(own).isEmpty();
    }

    @Test
    @DisplayName("deliveries that do not fit into one announcement are named in the next announcements")
    void shouldNameTheRest() throws InterruptedException {
        listen();
        List<Long> ids = LongStream.rangeClosed(1, 1_000).boxed().toList();
        here.announce(List.of(new AvailabilitySignal(8, ids), new AvailabilitySignal(9, List.of(7L))));
        Set<Long> named = new TreeSet<>();
        Set<Long> others = new TreeSet<>();
        while (named.size() < ids.size() || others.isEmpty()) {
            AvailabilitySignal signal = heard.take();
            (signal.entityId() == 8 ? named : others).addAll(signal.earlierIds());
        }
        assertThat(named).containsExactlyElementsOf(ids);
        assertThat(others).containsExactly(7L);
    }

    @Test
    @DisplayName("a node that begins to wait finds earlier announcements, or learns that it missed some")
    void shouldHearWhatWasToldBefore() throws Exception {
        there.listen(heard::add, gaps::incrementAndGet);
        there.expectSignals(hearing, false);
        tell(1);
        eventually(
                "the announcement is stored",
                () -> !new SignalRows(database).readOthers(hearing).isEmpty());
        there.expectSignals(hearing, true);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(1, List.of()));
        execute("UPDATE restante_node SET announcements = '9:2' WHERE incarnation = " + telling);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(2, List.of()));
        assertThat(gaps).hasValue(1);
    }

    @Test
    @DisplayName("a node announces signals from before it knew its incarnation as soon as it knows it")
    void shouldTellWhenItHasARow() throws InterruptedException {
        here.close();
        here = new PolledSignals(database);
        here.listen(signal -> {}, () -> {});
        listen();
        tell(1);
        tell(2);
        here.expectSignals(telling, false);
        assertThat(List.of(heard.take(), heard.take()))
                .containsExactlyInAnyOrder(new AvailabilitySignal(1, List.of()), new AvailabilitySignal(2, List.of()));
    }

    @Test
    @DisplayName("a node ignores announcements of dead nodes and unreadable announcements, and finds all others")
    void shouldIgnoreTheDead() throws Exception {
        long dead = new JdbcMembership(database, false)
                .join("dead", Long.MAX_VALUE, 1)
                .incarnation();
        long foreign = new JdbcMembership(database, false)
                .join("foreign", Long.MAX_VALUE, 1)
                .incarnation();
        execute("UPDATE restante_node SET announcements = '1:13', alive = FALSE WHERE incarnation = " + dead);
        execute("UPDATE restante_node SET announcements = 'x:1 1:y' WHERE incarnation = " + foreign);
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(1, List.of()));
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("RCV-19 a node finds announcements again after its connections were ended")
    void shouldConnectAgain() throws Exception {
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(1, List.of()));
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
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(2, List.of()));
    }

    @Test
    @DisplayName("RCV-19 a node finds announcements again after a table lock that outlasted all timeouts")
    void shouldNotHang() throws Exception {
        listen();
        tell(1);
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(1, List.of()));
        try (Connection locking = connections.getConnection();
                Statement statement = locking.createStatement()) {
            locking.setAutoCommit(false);
            statement.execute(lockTable("restante_node"));
            tell(2);
            // Each query ends after its timeout, and the number of connections does not grow.
            assertThat(heard.poll(3, TimeUnit.SECONDS)).isNull();
        }
        assertThat(heard.take()).isEqualTo(new AvailabilitySignal(2, List.of()));
    }

    /** Clock that advances whenever a thread waits, up to a fixed time. */
    private static final class QuickTime implements PolledSignals.WaitClock {
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

    /**
     * Returns the number of statements that the server has received, or empty if the server does not report it at once.
     */
    abstract OptionalLong statements(Connection connection) throws SQLException;

    @Test
    @DisplayName("a node polls fewer than five times a second while it waits, and never otherwise")
    void shouldAskSeldom() throws Exception {
        QuickTime time = new QuickTime(TimeUnit.MINUTES.toMillis(1));
        there = new PolledSignals(new SignalRows(database), time);
        try (Connection connection = connections.getConnection()) {
            OptionalLong before = statements(connection);
            there.listen(heard::add, gaps::incrementAndGet);
            there.expectSignals(hearing, false);
            assertThat(time.waits()).isZero();
            there.expectSignals(hearing, true);
            time.over.await();
            assertThat(time.waits()).isBetween(240, 300);
            if (before.isPresent()) {
                assertThat(statements(connection).getAsLong() - before.getAsLong())
                        .isBetween(240L, 320L);
            }
        }
    }
}
