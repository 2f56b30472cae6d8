package dev.restante.testing;

import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testserver.ChildServer;
import dev.restante.testserver.MariaDbFiles;
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
 * A server for MySQL's driver and statements, started when the first test wants it. With the profile {@code mysql} it
 * is a MySQL; in the ordinary build, which has none, a MariaDB that gives itself out for one: it understands all that
 * is said to MySQL, but knows nothing of what that refuses.
 */
public final class MySqlServer {

    /** May do anything, and has no password. */
    public static final String USER = "root";

    private static final String HOME = System.getProperty("restante.mysql.home", "");

    /** It takes the processor more than all else that a test does on a connection. Passwords are checked without it. */
    private static final String WITHOUT_TLS = "&sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MySqlServer() {}

    private static final class Running {
        static final ChildServer SERVER = start();

        private static ChildServer start() {
            try {
                return HOME.isEmpty() ? startMariaDb() : startMySql(Path.of(HOME));
            } catch (IOException e) {
                throw new UncheckedIOException("the server for MySQL's driver does not start", e);
            }
        }

        private static ChildServer startMariaDb() throws IOException {
            MariaDbFiles files = MariaDbFiles.unpacked();
            List<String> command = new ArrayList<>(files.serverCommand());
            command.add("--skip-ssl");
            command.add("--max-connections=400");
            command.add("--version=8.4.0");
            command.add("--sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                    + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION");
            return ChildServer.start(command, files.newData(), port -> url(port, ""));
        }

        private static ChildServer startMySql(Path home) throws IOException {
            Path data = ChildServer.copy(home.resolve("data"), "restante-mysql");
            List<String> command = List.of(
                    home.resolve("mysqld").toString(),
                    "--skip-log-bin",
                    "--max-connections=400",
                    "--innodb-redo-log-capacity=64M");
            return ChildServer.start(command, data, port -> url(port, ""));
        }
    }

    private static String url(int port, String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database + "?user=" + USER + WITHOUT_TLS;
    }

    /** True for a MySQL, false for its stand-in. */
    public static boolean isReal() {
        return !HOME.isEmpty();
    }

    /** The JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        String url = newEmptyDatabase();
        StoreOpening.open(new StoreLocation.Url(url, USER, "")).close();
        return url;
    }

    /** The JDBC URL of a new database without anything, the schema included. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return url(Running.SERVER.port(), name);
    }

    /** Drops a database, whether somebody is connected to it or not. */
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
