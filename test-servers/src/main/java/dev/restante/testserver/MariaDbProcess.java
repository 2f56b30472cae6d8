package dev.restante.testserver;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A MariaDB server that ends with this JVM, however that ends. It flushes its log at each commit. */
public final class MariaDbProcess implements AutoCloseable {

    /** May do anything, and has no password. */
    public static final String USER = "root";

    private final ChildServer server;

    private MariaDbProcess(ChildServer server) {
        this.server = server;
    }

    /**
     * Starts one, and waits until it answers.
     *
     * @param options beside those that tell where it is and where its files are
     */
    public static MariaDbProcess start(String... options) throws IOException {
        MariaDbFiles files = MariaDbFiles.unpacked();
        return new MariaDbProcess(ChildServer.start(command(files, options), files.newData(), port -> url(port, "")));
    }

    /** Starts one that is started again whenever its process has died. */
    public static MariaDbProcess startRestarting(String... options) throws IOException {
        MariaDbFiles files = MariaDbFiles.unpacked();
        return new MariaDbProcess(
                ChildServer.startRestarting(command(files, options), files.newData(), port -> url(port, "")));
    }

    private static List<String> command(MariaDbFiles files, String... options) {
        List<String> command = new ArrayList<>(files.serverCommand());
        // Without, it makes a key for itself, which takes it seconds.
        command.add("--skip-ssl");
        command.addAll(List.of(options));
        return command;
    }

    /** The server's own process. */
    public ProcessHandle process() throws IOException {
        return server.process();
    }

    public int port() {
        return server.port();
    }

    /** The JDBC URL of a database for {@link #USER}, or of none. */
    public String url(String database) {
        return url(server.port(), database);
    }

    private static String url(int port, String database) {
        return address(port, database) + "?user=" + USER;
    }

    /** The JDBC URL of a database, without a user. */
    public String address(String database) {
        return address(server.port(), database);
    }

    private static String address(int port, String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    /** Executes a statement as {@link #USER}, in no database. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Kills it. */
    @Override
    public void close() throws IOException {
        server.close();
    }
}
