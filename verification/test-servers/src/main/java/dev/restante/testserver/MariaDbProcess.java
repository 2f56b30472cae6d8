package dev.restante.testserver;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * MariaDB server from the {@link MariaDbDistribution}, started with chosen options in a {@link ChildDatabaseServer},
 * with JDBC URLs of its databases. The server flushes its log at each commit, and ends when this JVM ends.
 */
public final class MariaDbProcess implements AutoCloseable {

    /** User with all rights and without a password. */
    public static final String USER = "root";

    private final ChildDatabaseServer server;

    private MariaDbProcess(ChildDatabaseServer server) {
        this.server = server;
    }

    /**
     * Starts a server, and waits until it accepts connections.
     *
     * @param options the options besides ports and paths
     */
    public static MariaDbProcess start(String... options) throws IOException {
        MariaDbDistribution distribution = MariaDbDistribution.unpacked();
        return new MariaDbProcess(ChildDatabaseServer.start(
                command(distribution, options), distribution.newData(), port -> url(port, "")));
    }

    public static MariaDbProcess startRestarting(String... options) throws IOException {
        MariaDbDistribution distribution = MariaDbDistribution.unpacked();
        return new MariaDbProcess(ChildDatabaseServer.startRestarting(
                command(distribution, options), distribution.newData(), port -> url(port, "")));
    }

    private static List<String> command(MariaDbDistribution distribution, String... options) {
        List<String> command = new ArrayList<>(distribution.serverCommand());
        // With TLS, the server would spend seconds on a new key.
        command.add("--skip-ssl");
        command.addAll(List.of(options));
        return command;
    }

    public ProcessHandle process() throws IOException {
        return server.process();
    }

    public int port() {
        return server.port();
    }

    /** Returns the JDBC URL of a database with {@link #USER}; an empty name means no database. */
    public String url(String database) {
        return url(server.port(), database);
    }

    private static String url(int port, String database) {
        return address(port, database) + "?user=" + USER;
    }

    /** Returns the JDBC URL of a database, without a user. */
    public String address(String database) {
        return address(server.port(), database);
    }

    private static String address(int port, String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    /** Executes a statement as {@link #USER}, without a database. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
