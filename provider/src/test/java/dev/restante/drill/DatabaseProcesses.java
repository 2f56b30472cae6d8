package dev.restante.drill;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A database server of the drill's own, whose processes can be stopped and killed. */
interface DatabaseProcesses extends AutoCloseable {

    String url();

    /** Options of a URL with which nothing on its connections takes for ever. */
    String limits();

    /**
     * A new connection that nothing stands between, on which nothing takes for ever; waits for a server that recovers.
     */
    default Connection connect() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return DriverManager.getConnection(url() + limits());
            } catch (SQLException e) {
                if (attempt == 300) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    /** Ends all connections but the one that asks for it. */
    void terminateConnections() throws SQLException;

    /** Kills a process that works for clients, and the server recovers. */
    void crash() throws SQLException, IOException;

    /** The server's process and those that it has started. */
    List<ProcessHandle> processes() throws SQLException, IOException;

    /** A statement by which nobody else can write deliveries. */
    String lockingDeliveries();

    /** Stops or continues processes. */
    default void signal(List<ProcessHandle> processes, String signal) throws IOException, InterruptedException {
        String pids =
                processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pids + " 2>/dev/null || true").start();
        kill.waitFor();
    }

    @Override
    void close() throws IOException;
}
