package dev.restante.testing;

import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One real MariaDB server per test JVM, started when the first test wants it and ended with the JVM, however that ends.
 * Each caller gets a database of its own. It needs no installation, and runs as root, too. It flushes its log at each
 * commit, as one that is in use does.
 */
public final class MariaDbServer {

    /** May do anything, and has no password. */
    public static final String USER = "root";

    /** May read and write the tables of databases that had a schema when they were new, and make none. */
    private static final String APPLICATION = "application";

    private static final long PATIENCE_MILLIS = 120_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Ends with what the shell reads, which this JVM holds open. */
    private static final String SHELL =
            "\"$@\" < /dev/null & server=$!; cat > /dev/null; kill -9 $server; wait; rm -rf \"$RESTANTE_DATA\"";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MariaDbServer() {}

    private static final class Running {
        static final int PORT = start();

        /** Kept, or what it reads would be closed. */
        @SuppressWarnings("unused")
        private static Process shell;

        private static int start() {
            try {
                MariaDbFiles files = MariaDbFiles.unpacked();
                Path data = files.newData();
                int port = freePort();
                ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", SHELL, "sh");
                builder.command().addAll(files.serverCommand(data));
                builder.command().add("--socket=" + data.resolve("socket"));
                builder.command().add("--pid-file=" + data.resolve("pid"));
                builder.command().add("--bind-address=127.0.0.1");
                builder.command().add("--port=" + port);
                builder.command().add("--max-connections=400");
                builder.command().add("--innodb-buffer-pool-size=64M");
                builder.command().add("--innodb-flush-log-at-trx-commit=1");
                builder.environment().put("RESTANTE_DATA", data.toString());
                builder.redirectErrorStream(true)
                        .redirectOutput(data.resolve("output").toFile());
                shell = builder.start();
                awaitAnswer(port, data.resolve("output"));
                return port;
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded MariaDB does not start", e);
            }
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        private static void awaitAnswer(int port, Path output) throws IOException {
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            while (true) {
                try (Connection connection = DriverManager.getConnection(url(port, ""))) {
                    return;
                } catch (SQLException e) {
                    if (System.nanoTime() > deadlineNanos) {
                        throw new IllegalStateException(
                                "the embedded MariaDB does not answer: " + Files.readString(output), e);
                    }
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            }
        }
    }

    private static String url(int port, String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    /** The JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        String url = newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url)) {
            new SchemaMigrator(new MariaDbDialect(false, 0), url, Eventually.PATIENCE_MILLIS).migrate(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the schema can't be created", e);
        }
        execute("GRANT SELECT, INSERT, UPDATE, DELETE ON " + name(url) + ".* TO " + APPLICATION
                + "@localhost IDENTIFIED BY ''");
        return url;
    }

    private static String name(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    /** The URL of a database for a user who may do no more there than a node needs; it has been one of {@link #USER}. */
    public static String asApplication(String url) {
        return url.replace("user=" + USER, "user=" + APPLICATION);
    }

    /** The URL of such a database for {@link #USER}; any other stays as it is. */
    public static String asOwner(String url) {
        return url.startsWith("jdbc:mariadb:") ? url.replace("user=" + APPLICATION, "user=" + USER) : url;
    }

    /** The JDBC URL of a new database without anything, the schema included. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return url(Running.PORT, name);
    }

    /** Drops a database, whether somebody is connected to it or not. */
    public static void drop(String url) {
        execute("DROP DATABASE " + name(url));
    }

    private static void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url(Running.PORT, ""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the embedded MariaDB does not execute " + sql, e);
        }
    }
}
