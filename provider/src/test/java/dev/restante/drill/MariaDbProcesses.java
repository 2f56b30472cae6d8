package dev.restante.drill;

import dev.restante.testserver.MariaDbProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** MariaDB server of a drill, which is a single process. */
final class MariaDbProcesses implements DatabaseProcesses {

    private static final String DATABASE = "drill";
    private static final String TIMEOUT_OPTIONS = "&connectTimeout=30000&socketTimeout=120000";
    private static final int NO_SUCH_SESSION = 1094;

    private final MariaDbProcess server;

    MariaDbProcesses() throws IOException, SQLException {
        server = MariaDbProcess.startRestarting("--max-connections=200");
        try (Connection connection = DriverManager.getConnection(server.url(""));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
    }

    @Override
    public String url() {
        return server.url(DATABASE);
    }

    @Override
    public String timeoutOptions() {
        return TIMEOUT_OPTIONS;
    }

    @Override
    public void terminateConnections() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            List<Long> sessions = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT id FROM information_schema.PROCESSLIST"
                    + " WHERE db = DATABASE() AND id <> CONNECTION_ID()")) {
                while (rows.next()) {
                    sessions.add(rows.getLong(1));
                }
            }
            for (long session : sessions) {
                end(statement, session);
            }
        }
    }

    private static void end(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_SESSION) {
                throw e;
            }
        }
    }

    @Override
    public void crash() throws IOException {
        server.process().destroyForcibly();
    }

    @Override
    public List<ProcessHandle> processes() throws IOException {
        return List.of(server.process());
    }

    @Override
    public String lockingDeliveries() {
        return "LOCK TABLES restante_delivery READ";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
