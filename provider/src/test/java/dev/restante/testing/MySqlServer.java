package dev.restante.testing;

import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testserver.ChildDatabaseServer;
import dev.restante.testserver.MariaDbDistribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Server for MySQL's driver and statements, which starts at its first use. With the profile {@code mysql} it is a MySQL
 * server. In the ordinary build it is a MariaDB server that claims to be MySQL. MariaDB understands all statements for
 * MySQL, but does not reject the statements that MySQL rejects.
 */
public final class MySqlServer {

    /** User with all privileges and without a password. */
    public static final String USER = "root";

    private static final String HOME = System.getProperty("restante.mysql.home", "");

    /**
     * Options without TLS, which would take more processor time than the rest of a test. Passwords are checked without
     * TLS.
     */
    private static final String WITHOUT_TLS = "&sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MySqlServer() {}

    private static final class Running {
        static final ChildDatabaseServer SERVER = start();

        private static ChildDatabaseServer start() {
            try {
                return HOME.isEmpty() ? startMariaDb() : startMySql(Path.of(HOME));
            } catch (IOException e) {
                throw new UncheckedIOException("the server for MySQL's driver does not start", e);
            }
        }

        private static ChildDatabaseServer startMariaDb() throws IOException {
            MariaDbDistribution files = MariaDbDistribution.unpacked();
            List<String> command = new ArrayList<>(files.serverCommand());
            command.add("--skip-ssl");
            command.add("--max-connections=400");
            command.add("--version=8.4.0");
            command.add("--sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                    + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION");
            return ChildDatabaseServer.start(command, files.newData(), port -> url(port, ""));
        }

        private static ChildDatabaseServer startMySql(Path home) throws IOException {
            Path data = ChildDatabaseServer.copy(home.resolve("data"), "restante-mysql");
            List<String> command = List.of(
                    home.resolve("mysqld").toString(),
                    "--skip-log-bin",
                    "--max-connections=400",
                    "--innodb-redo-log-capacity=64M");
            return ChildDatabaseServer.start(command, data, port -> url(port, ""));
        }
    }

    private static String url(int port, String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database + "?user=" + USER + WITHOUT_TLS;
    }

    /** Returns true for MySQL, false for its substitute. */
    public static boolean isReal() {
        return !HOME.isEmpty();
    }

    /** Returns the JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        String url = newEmptyDatabase();
        StoreOpener.open(new StoreLocation.Url(url, USER, "")).close();
        return url;
    }

    /** Returns the JDBC URL of a new empty database without a schema. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return url(Running.SERVER.port(), name);
    }

    /** Drops a database, even if it has connections. */
    public static void drop(String url) {
        execute("DROP DATABASE " + url.replaceFirst("\\?.*", "").replaceFirst(".*/", ""));
    }

    private static void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url(Running.SERVER.port(), ""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the server does not execute " + sql, e);
        }
    }
}
