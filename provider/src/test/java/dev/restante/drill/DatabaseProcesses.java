package dev.restante.drill;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A PostgreSQL server of the drill's own, whose processes can be stopped and killed. */
final class DatabaseProcesses implements AutoCloseable {

    private static final String USER = "postgres";

    private static final String LIMITS = "&loginTimeout=30&socketTimeout=120";

    private final EmbeddedPostgres server;

    DatabaseProcesses() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "200")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("restart_after_crash", "on")
                // Off where nobody says otherwise, as tests of other things want it.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
    }

    String url() {
        return server.getJdbcUrl(USER, "postgres");
    }

    /**
     * A new connection that nothing stands between, on which nothing takes for ever; waits for a server that recovers.
     */
    Connection connect() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return DriverManager.getConnection(url() + LIMITS);
            } catch (SQLException e) {
                if (attempt == 300) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    /** Ends all connections but the one that asks for it. */
    void terminateConnections() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                            + " AND pid <> pg_backend_pid()");
        }
    }

    /** Kills a process, so that the server ends all others and recovers. */
    void crash() throws SQLException {
        try (Connection connection = connect()) {
            ProcessHandle.of(backend(connection)).orElseThrow().destroyForcibly();
        }
    }

    /** Stops or continues all processes of the server. */
    void signal(List<ProcessHandle> processes, String signal) throws IOException, InterruptedException {
        String pids =
                processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pids + " 2>/dev/null || true").start();
        kill.waitFor();
    }

    /** The server's process and those that it has started. */
    List<ProcessHandle> processes() throws SQLException {
        try (Connection connection = connect()) {
            ProcessHandle postmaster =
                    ProcessHandle.of(backend(connection)).orElseThrow().parent().orElseThrow();
            List<ProcessHandle> all = postmaster.descendants().collect(Collectors.toList());
            all.add(0, postmaster);
            return all;
        }
    }

    /** The number of the process that serves a connection. */
    static long backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
