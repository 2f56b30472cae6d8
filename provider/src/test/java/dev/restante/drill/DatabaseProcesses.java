package dev.restante.drill;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Database server of a drill, whose processes can be stopped and killed. */
interface DatabaseProcesses extends AutoCloseable {

    String url();

    /** Returns URL options that limit the time of every call on the server's connections. */
    String timeoutOptions();

    /** Opens a direct connection with these limits, and waits for a server that is recovering. */
    default Connection connect() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return DriverManager.getConnection(url() + timeoutOptions());
            } catch (SQLException e) {
                if (attempt == 300) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }

    /** Ends all connections except the connection of this call. */
    void terminateConnections() throws SQLException;

    /** Kills a process that serves clients, so that the server recovers. */
    void crash() throws SQLException, IOException;

    /** Returns the process of the server and its child processes. */
    List<ProcessHandle> processes() throws SQLException, IOException;

    /** Returns a statement that prevents all other sessions from writing deliveries. */
    String lockingDeliveries();

    /** Sends a signal to processes, to stop or to continue them. */
    default void signal(List<ProcessHandle> processes, String signal) throws IOException, InterruptedException {
        String pids =
                processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pids + " 2>/dev/null || true").start();
        kill.waitFor();
    }

    @Override
    void close() throws IOException;
}
