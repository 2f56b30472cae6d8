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

/** A PostgreSQL server as it comes, which forces each commit to disk. */
public final class PostgresqlServer implements AutoCloseable {

    private static final int CONNECTIONS = 200;
    private static final String USER = "postgres";
    private static final double MEBIBYTE = 1 << 20;

    /** It is there as long as the server is. */
    private static final String PROCESS_FILE = "postmaster.pid";

    private static final long STOP_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final EmbeddedPostgres server;
    private final Path directory;
    private final String url;

    private PostgresqlServer(EmbeddedPostgres server, Path directory) {
        this.server = server;
        this.directory = directory;
        this.url = server.getJdbcUrl(USER, "postgres");
    }

    /** Starts it with its files in a directory, which is left as it is in the end; makes them if there are none. */
    public static PostgresqlServer start(Path directory) throws IOException {
        return new PostgresqlServer(
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

    /** The JDBC URL of its database, with the user, who has no password. */
    public String url() {
        return url;
    }

    /** Makes a further database; returns its JDBC URL. */
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

    /** The size of its database, tables and indexes, without the write-ahead log. */
    public double mebibytes() throws SQLException {
        return number("SELECT pg_database_size(current_database())") / MEBIBYTE;
    }

    /** Versions of rows of all tables that nobody can see any more, as far as the server's statistics know. */
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

    /** Ends it; on a slow disk its last checkpoint takes longer than its starter waits for. */
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
