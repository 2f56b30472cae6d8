package dev.restante.histories;

import dev.restante.RestanteConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.FakeTime;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One store with one node, for all histories of a run; its clock stands still until a history moves it. The database
 * outlives the node, because a connection of the test's own stays open, and has no other clock than the node.
 */
final class TestStore implements AutoCloseable {

    /** More than one, because a thread that has been woken shows it only when it runs. */
    private static final int IDLE_LOOKS = 4;

    private static final String READS_A_SOCKET = "restante-listen";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** What the clock of a shared store is set by, before a node opens: none reads it until the end of its lease. */
    private interface Clock {
        /** Returns the URL by which a node opens. */
        String set(long millis) throws SQLException;
    }

    private FakeTime time = new FakeTime();
    private final java.sql.Connection database;
    private final boolean shared;
    private final Clock clock;
    private RestanteConnectionFactory factory;
    private Connection connection;
    private RestanteAdmin admin;

    private TestStore(java.sql.Connection database, boolean shared, Clock clock) throws JMSException, SQLException {
        this.database = database;
        this.shared = shared;
        this.clock = clock;
        open();
    }

    static TestStore hsqldb(String url) throws JMSException, SQLException {
        return new TestStore(DriverManager.getConnection(url, "SA", ""), false, millis -> url);
    }

    /** A node of a shared store follows the database's clock: here one that the test sets in place of PostgreSQL's. */
    static TestStore postgres(String url) throws JMSException, SQLException {
        java.sql.Connection database = DriverManager.getConnection(url);
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE test_clock (millis BIGINT NOT NULL)");
            statement.execute("INSERT INTO test_clock VALUES (" + FakeTime.START_MILLIS + ")");
            statement.execute("SET allow_system_table_mods = on");
            statement.execute(
                    "CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
                            + " 'SELECT to_timestamp(millis / 1000.0) FROM public.test_clock'");
        }
        return new TestStore(database, true, millis -> {
            try (PreparedStatement set = database.prepareStatement("UPDATE test_clock SET millis = ?")) {
                set.setLong(1, millis);
                set.executeUpdate();
            }
            return url;
        });
    }

    /** The same where sessions have clocks of their own. */
    static TestStore mariaDb(String url) throws JMSException, SQLException {
        return new TestStore(
                DriverManager.getConnection(url),
                true,
                millis -> url + "&sessionVariables=timestamp=" + BigDecimal.valueOf(millis, 3));
    }

    private void open() throws JMSException, SQLException {
        String url = clock.set(time.millis());
        // Whoever waited for the former one is gone, and would be woken again and again.
        time = time.goingOn();
        factory = TestFactories.create(url, time);
        connection = factory.createConnection();
        connection.start();
        admin = factory.admin();
    }

    Connection connection() {
        return connection;
    }

    /** Whether other nodes could use it at the same time. */
    boolean isShared() {
        return shared;
    }

    RestanteAdmin admin() {
        return admin;
    }

    long nowMillis() {
        return time.millis();
    }

    void moveTo(long millis) {
        time.advance(Duration.ofMillis(millis - time.millis()));
    }

    /**
     * Waits until no thread of a node has anything to do, as far as one can see: what they do because of a step may
     * have to be followed by more than what shows in the store.
     */
    void awaitIdle() {
        long startedNanos = System.nanoTime();
        int idle = 0;
        while (idle < IDLE_LOOKS && System.nanoTime() - startedNanos < PATIENCE_NANOS) {
            idle = anyBusy() ? 0 : idle + 1;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean anyBusy() {
        Thread[] threads = new Thread[2 * Thread.activeCount()];
        int count = Thread.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getName().startsWith("restante-")
                        && !thread.getName().equals(READS_A_SOCKET))
                .map(Thread::getState)
                .anyMatch(state -> state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING);
    }

    /** Closes everything in order and opens it again. */
    void restart() throws JMSException, SQLException {
        factory.close();
        open();
    }

    /** The node is declared dead, as others would do it: from one moment on it can change nothing in the store. */
    void crash() throws JMSException, SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("UPDATE restante_node SET alive = FALSE");
            statement.execute("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation <> 0");
            statement.execute("UPDATE restante_message_group SET owner = 0, holder = 0");
        }
        try (CapturedLog complaints = new CapturedLog(TestStore.class)) {
            factory.close();
        } catch (JMSException expected) {
            // It can't give back what it has.
        }
        open();
    }

    @Override
    public void close() throws JMSException, SQLException {
        factory.close();
        database.close();
    }
}
