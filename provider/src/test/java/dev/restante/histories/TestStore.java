package dev.restante.histories;

import dev.restante.RestanteConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.FakeClock;
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
 * Store with one node for all histories of a run. Its clock stands still until a history moves it. The database
 * outlives the node, because the test keeps a connection open. The database and the node use one clock.
 */
final class TestStore implements AutoCloseable {

    /**
     * Number of consecutive idle checks. One check is not enough, because a woken thread appears busy only when it
     * runs.
     */
    private static final int IDLE_CHECKS = 4;

    private static final String SOCKET_READER_THREAD = "restante-listen";
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /**
     * Setter of a shared store's clock before a node opens. The node reads that clock again only at the end of its
     * lease.
     */
    private interface StoreClockSetter {
        /** Sets the clock and returns the URL with which a node opens. */
        String set(long millis) throws SQLException;
    }

    private FakeClock time = new FakeClock();
    private final java.sql.Connection database;
    private final boolean shared;
    private final StoreClockSetter clockSetter;
    private RestanteConnectionFactory factory;
    private Connection connection;
    private RestanteAdmin admin;

    private TestStore(java.sql.Connection database, boolean shared, StoreClockSetter clockSetter)
            throws JMSException, SQLException {
        this.database = database;
        this.shared = shared;
        this.clockSetter = clockSetter;
        open();
    }

    static TestStore hsqldb(String url) throws JMSException, SQLException {
        return new TestStore(DriverManager.getConnection(url, "SA", ""), false, millis -> url);
    }

    /**
     * Opens a store on PostgreSQL. A node of a shared store follows the clock of the database, which the test replaces
     * here.
     */
    static TestStore postgres(String url) throws JMSException, SQLException {
        java.sql.Connection database = DriverManager.getConnection(url);
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE test_clock (millis BIGINT NOT NULL)");
            statement.execute("INSERT INTO test_clock VALUES (" + FakeClock.START_MILLIS + ")");
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

    /** Opens a store on MariaDB, where each session has its own clock. */
    static TestStore mariaDb(String url) throws JMSException, SQLException {
        return new TestStore(
                DriverManager.getConnection(url),
                true,
                millis -> url + "&sessionVariables=timestamp=" + BigDecimal.valueOf(millis, 3));
    }

    private void open() throws JMSException, SQLException {
        String url = clockSetter.set(time.storeMillis());
        // The previous node's threads have ended, and the old clock would continue to wake them.
        time = time.continued();
        factory = TestFactories.create(url, time);
        connection = factory.createConnection();
        connection.start();
        admin = factory.admin();
    }

    Connection connection() {
        return connection;
    }

    /** Returns whether other nodes can use the store at the same time. */
    boolean isShared() {
        return shared;
    }

    RestanteAdmin admin() {
        return admin;
    }

    long nowMillis() {
        return time.storeMillis();
    }

    void moveTo(long millis) {
        time.advance(Duration.ofMillis(millis - time.storeMillis()));
    }

    /**
     * Waits until no thread of a node is visibly busy. The effects of a step may need more work than the store shows.
     */
    void awaitIdle() {
        long startedNanos = System.nanoTime();
        int idle = 0;
        while (idle < IDLE_CHECKS && System.nanoTime() - startedNanos < TIMEOUT_NANOS) {
            idle = anyBusy() ? 0 : idle + 1;
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean anyBusy() {
        Thread[] threads = new Thread[2 * Thread.activeCount()];
        int count = Thread.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getName().startsWith("restante-")
                        && !thread.getName().equals(SOCKET_READER_THREAD))
                .map(Thread::getState)
                .anyMatch(state -> state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING);
    }

    /** Closes the store in order and opens it again. */
    void restart() throws JMSException, SQLException {
        factory.close();
        open();
    }

    /** Declares the node dead, as another node does. From that moment the node cannot change the store. */
    void crash() throws JMSException, SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("UPDATE restante_node SET alive = FALSE");
            statement.execute("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation <> 0");
            statement.execute("UPDATE restante_message_group SET owner = 0, acceptance = 0");
        }
        try (CapturedLog complaints = new CapturedLog(TestStore.class)) {
            factory.close();
        } catch (JMSException expected) {
            // A dead node cannot release its messages.
        }
        open();
    }

    @Override
    public void close() throws JMSException, SQLException {
        factory.close();
        database.close();
    }
}
