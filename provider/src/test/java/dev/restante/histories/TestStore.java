package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.FakeClock;
import dev.restante.testing.FakeMachineClocks;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Store with one or two nodes for all histories of a run. Its clocks stand still until a history moves them
 * together. The database outlives the nodes, because the test keeps a connection open.
 */
final class TestStore implements AutoCloseable {

    /**
     * Number of consecutive idle checks. One check is not enough, because a woken thread appears busy only when it
     * runs.
     */
    private static final int IDLE_CHECKS = 4;

    private static final String SOCKET_READER_THREAD = "restante-listen";
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /**
     * Setter of a shared store's clock before a node opens. The node reads that clock again only at the end of its
     * lease.
     */
    private interface StoreClockSetter {
        /** Sets the clock and returns the URL with which a node opens. Each node has its own URL. */
        String set(long millis, int node) throws SQLException;
    }

    /** Lease of a node without other nodes, which outlasts every history. */
    private static final Duration ENDLESS_LEASE = Duration.ofDays(100_000);

    /** Lease of nodes that learn the changes of other nodes, with a heartbeat of a third of it. */
    private static final Duration SHORT_LEASE = Duration.ofSeconds(1);

    /** Time that exceeds the interval of heartbeats of two nodes. */
    static final long HEARTBEAT_MILLIS = 334;

    /** Nodes that are not {@link #HEARTBEAT_MILLIS} behind have a lease that ends no earlier than after this time. */
    private static final long RENEWED_LEASE_MILLIS = SHORT_LEASE.toMillis() - HEARTBEAT_MILLIS;

    private final java.sql.Connection database;
    private final boolean shared;
    private final StoreClockSetter clockSetter;
    private final Duration lease;
    private final List<OpenNode> nodes = new ArrayList<>();

    /** Time of the store. */
    private long nowMillis = FakeClock.START_MILLIS;

    /** Node with its own clock, which shows the same time as the clocks of the other nodes. */
    private static final class OpenNode {
        private final int index;
        private FakeMachineClocks clock;
        private RestanteConnectionFactory factory;
        private Connection connection;
        private RestanteAdmin admin;
        private long incarnation;

        private OpenNode(int index, FakeMachineClocks clock) {
            this.index = index;
            this.clock = clock;
        }
    }

    private TestStore(java.sql.Connection database, boolean shared, int nodeCount, StoreClockSetter clockSetter)
            throws JMSException, SQLException {
        this.database = database;
        this.shared = shared;
        this.clockSetter = clockSetter;
        this.lease = nodeCount == 1 ? ENDLESS_LEASE : SHORT_LEASE;
        for (int index = 0; index < nodeCount; index++) {
            OpenNode node =
                    new OpenNode(index, shared ? FakeMachineClocks.replacingStoreClock() : new FakeMachineClocks());
            nodes.add(node);
            open(node);
        }
    }

    static TestStore hsqldb(String url) throws JMSException, SQLException {
        return new TestStore(DriverManager.getConnection(url, "SA", ""), false, 1, (millis, node) -> url);
    }

    /**
     * Opens a store on PostgreSQL. A node of a shared store follows the clock of the database, which the test
     * replaces here.
     */
    static TestStore postgres(String url, int nodeCount) throws JMSException, SQLException {
        java.sql.Connection database = DriverManager.getConnection(url);
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE test_clock (millis BIGINT NOT NULL)");
            statement.execute("INSERT INTO test_clock VALUES (" + FakeClock.START_MILLIS + ")");
            statement.execute("SET allow_system_table_mods = on");
            statement.execute(
                    "CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
                            + " 'SELECT to_timestamp(millis / 1000.0) FROM public.test_clock'");
        }
        return new TestStore(database, true, nodeCount, (millis, node) -> {
            try (PreparedStatement set = database.prepareStatement("UPDATE test_clock SET millis = ?")) {
                set.setLong(1, millis);
                set.executeUpdate();
            }
            return SharedServer.POSTGRES.withNodeName(url, nodeName(node));
        });
    }

    /** Opens a store on MariaDB, where each session has its own clock. */
    static TestStore mariaDb(String url, int nodeCount) throws JMSException, SQLException {
        return new TestStore(
                DriverManager.getConnection(url),
                true,
                nodeCount,
                (millis, node) -> SharedServer.MARIADB.withNodeName(url, nodeName(node))
                        + "&sessionVariables=timestamp=" + BigDecimal.valueOf(millis, 3));
    }

    private static String nodeName(int node) {
        return "node" + node;
    }

    private void open(OpenNode node) throws JMSException, SQLException {
        String url = clockSetter.set(nowMillis(), node.index);
        // The previous node's threads have ended, and the old clock would continue to wake them.
        node.clock = nodes.get(0).clock.continued();
        node.factory = TestFactories.create(url, node.clock);
        node.factory.setLeaseDuration(lease);
        node.connection = node.factory.createConnection();
        node.connection.start();
        node.admin = node.factory.admin();
        try (Statement statement = database.createStatement();
                ResultSet newest = statement.executeQuery("SELECT MAX(incarnation) FROM restante_node")) {
            newest.next();
            node.incarnation = newest.getLong(1);
        }
    }

    /** Returns the number of nodes. */
    int nodeCount() {
        return nodes.size();
    }

    Connection connection(int node) {
        return nodes.get(node).connection;
    }

    /** Returns whether other nodes can use the store at the same time. */
    boolean isShared() {
        return shared;
    }

    RestanteAdmin admin(int node) {
        return nodes.get(node).admin;
    }

    long nowMillis() {
        return nowMillis;
    }

    /** Moves the clocks of all nodes, and waits until several nodes have made the heartbeats that are due. */
    void moveTo(long millis) throws SQLException {
        Duration duration = Duration.ofMillis(millis - nowMillis());
        nowMillis = millis;
        nodes.forEach(node -> node.clock.pass(duration));
        if (nodes.size() > 1) {
            awaitHeartbeats(millis);
        }
    }

    /** Sets the clock of the machine while no time passes. The store does not follow it yet. */
    void stepMachineClock(long millis) {
        nodes.get(0).clock.step(Duration.ofMillis(millis));
    }

    /**
     * Waits a short time until the store has followed the clock of the machine by a step, and returns whether it has.
     */
    boolean hasStepped(long millis) throws JMSException {
        long startedNanos = System.nanoTime();
        try (Session session = connection(0).createSession()) {
            TemporaryQueue queue = session.createTemporaryQueue();
            MessageProducer producer = session.createProducer(queue);
            Message sent = session.createMessage();
            boolean stepped;
            do {
                producer.send(sent);
                stepped = sent.getJMSTimestamp() == nowMillis + millis;
            } while (!stepped && System.nanoTime() - startedNanos < STEP_NANOS);
            queue.delete();
            nowMillis += stepped ? millis : 0;
            return stepped;
        }
    }

    private void awaitHeartbeats(long nowMillis) throws SQLException {
        long startedNanos = System.nanoTime();
        while (anyHeartbeatDue(nowMillis)) {
            assertThat(System.nanoTime() - startedNanos)
                    .as("wait for the heartbeats of all nodes")
                    .isLessThan(TIMEOUT_NANOS);
            LockSupport.parkNanos(POLL_NANOS);
        }
        awaitIdle();
    }

    private boolean anyHeartbeatDue(long nowMillis) throws SQLException {
        try (PreparedStatement query = database.prepareStatement(
                "SELECT COUNT(*) FROM restante_node WHERE alive = TRUE AND lease_until <= ?")) {
            query.setLong(1, nowMillis + RENEWED_LEASE_MILLIS);
            try (ResultSet behind = query.executeQuery()) {
                behind.next();
                return behind.getInt(1) > 0;
            }
        }
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

    /** Closes a node in order and opens it again. */
    void restart(int node) throws JMSException, SQLException {
        nodes.get(node).factory.close();
        open(nodes.get(node));
    }

    /** Declares a node dead, as another node does. From that moment the node cannot change the store. */
    void crash(int number) throws JMSException, SQLException {
        OpenNode node = nodes.get(number);
        String ofNode = " WHERE incarnation = " + node.incarnation;
        try (Statement statement = database.createStatement()) {
            statement.execute("UPDATE restante_node SET alive = FALSE" + ofNode);
            statement.execute("UPDATE restante_pipeline SET alive = FALSE" + ofNode);
            statement.execute(
                    "UPDATE restante_message_group SET owner = 0, acceptance = 0 WHERE owner = " + node.incarnation);
        }
        try (CapturedLog complaints = new CapturedLog(TestStore.class)) {
            node.factory.close();
        } catch (JMSException expected) {
            // A dead node cannot release its messages.
        }
        open(node);
    }

    @Override
    public void close() throws JMSException, SQLException {
        for (OpenNode node : nodes) {
            node.factory.close();
        }
        if (!shared) {
            // An embedded database in memory would need it until the JVM ends.
            try (Statement statement = database.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
        database.close();
    }
}
