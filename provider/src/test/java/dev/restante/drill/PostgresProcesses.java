package dev.restante.drill;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** PostgreSQL server of a drill, whose processes can be stopped and killed. */
final class PostgresProcesses implements DatabaseProcesses {

    private static final String USER = "postgres";

    private static final String TIMEOUT_OPTIONS = "&loginTimeout=30&socketTimeout=120";

    private final EmbeddedPostgres server;

    PostgresProcesses() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "200")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("restart_after_crash", "on")
                // The embedded server switches these settings off by default, because other tests do not need
                // durability.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
    }

    @Override
    public String url() {
        return server.getJdbcUrl(USER, "postgres");
    }

    @Override
    public String timeoutOptions() {
        return TIMEOUT_OPTIONS;
    }

    @Override
    public void terminateConnections() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                            + " AND pid <> pg_backend_pid()");
        }
    }

    /** Kills one server process, after which the server ends all other processes. */
    @Override
    public void crash() throws SQLException {
        try (Connection connection = connect()) {
            ProcessHandle.of(backend(connection)).orElseThrow().destroyForcibly();
        }
    }

    @Override
    public List<ProcessHandle> processes() throws SQLException {
        try (Connection connection = connect()) {
            ProcessHandle postmaster =
                    ProcessHandle.of(backend(connection)).orElseThrow().parent().orElseThrow();
            List<ProcessHandle> all = postmaster.descendants().collect(Collectors.toList());
            all.add(0, postmaster);
            return all;
        }
    }

    /** Returns the process id of the server process of a connection. */
    static long backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public String lockingDeliveries() {
        return "LOCK TABLE restante_delivery IN SHARE MODE";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
