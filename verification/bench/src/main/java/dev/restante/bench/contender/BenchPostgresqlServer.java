package dev.restante.bench.contender;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** PostgreSQL server with its default durability: it forces each commit to disk. */
public final class BenchPostgresqlServer implements AutoCloseable {

    private static final int CONNECTIONS = 200;
    private static final String USER = "postgres";
    private static final double MEBIBYTE = 1 << 20;

    private static final String PROCESS_FILE = "postmaster.pid";

    private static final long STOP_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final EmbeddedPostgres server;
    private final Path directory;
    private final String url;

    private BenchPostgresqlServer(EmbeddedPostgres server, Path directory) {
        this.server = server;
        this.directory = directory;
        this.url = server.getJdbcUrl(USER, "postgres");
    }

    /** Starts a server on a directory, which is created if necessary and stays after the end. */
    public static BenchPostgresqlServer start(Path directory) throws IOException {
        return new BenchPostgresqlServer(
                EmbeddedPostgres.builder()
                        .setDataDirectory(directory)
                        .setCleanDataDirectory(false)
                        .setServerConfig("max_connections", Integer.toString(CONNECTIONS))
                        .setServerConfig("max_prepared_transactions", Integer.toString(CONNECTIONS))
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start(),
                directory);
    }

    /** Returns the JDBC URL with the user, who has no password. */
    public String url() {
        return url;
    }

    public String newDatabase(String name) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return server.getJdbcUrl(USER, name);
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** Returns the size of the database with tables and indexes, without the write-ahead log. */
    public double mebibytes() throws SQLException {
        return number("SELECT pg_database_size(current_database())") / MEBIBYTE;
    }

    /** Returns the number of dead rows in all tables, according to the server's statistics. */
    public double deadRows() throws SQLException {
        return number("SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables");
    }

    private double number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getDouble(1);
        }
    }

    /** Stops the server. The last checkpoint on a slow disk can take longer than the embedding library waits. */
    @Override
    public void close() throws IOException {
        server.close();
        long startNanos = System.nanoTime();
        while (Files.exists(directory.resolve(PROCESS_FILE))) {
            if (System.nanoTime() - startNanos > STOP_NANOS) {
                throw new IOException("PostgreSQL does not end in " + directory);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
