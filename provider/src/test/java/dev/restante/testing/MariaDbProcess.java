package dev.restante.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A MariaDB server that ends with this JVM, however that ends. It flushes its log at each commit. */
public final class MariaDbProcess implements AutoCloseable {

    /** May do anything, and has no password. */
    public static final String USER = "root";

    private static final long PATIENCE_MILLIS = 120_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Ends with what the shell reads, which this JVM holds open. */
    private static final String SHELL =
            "\"$@\" < /dev/null & server=$!; cat > /dev/null; kill -9 $server; wait; rm -rf \"$RESTANTE_DATA\"";

    private final Process shell;
    private final int port;

    private MariaDbProcess(Process shell, int port) {
        this.shell = shell;
        this.port = port;
    }

    /**
     * Starts one, and waits until it answers.
     *
     * @param options beside those that tell where it is and where its files are
     */
    public static MariaDbProcess start(String... options) throws IOException {
        MariaDbFiles files = MariaDbFiles.unpacked();
        Path data = files.newData();
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", SHELL, "sh");
        builder.command().addAll(files.serverCommand(data));
        builder.command().add("--socket=" + data.resolve("socket"));
        builder.command().add("--pid-file=" + data.resolve("pid"));
        builder.command().add("--bind-address=127.0.0.1");
        builder.command().add("--port=" + port);
        builder.command().add("--innodb-buffer-pool-size=64M");
        builder.command().add("--innodb-flush-log-at-trx-commit=1");
        // Without, it makes a key for itself, which takes it seconds.
        builder.command().add("--skip-ssl");
        builder.command().addAll(List.of(options));
        builder.environment().put("RESTANTE_DATA", data.toString());
        builder.redirectErrorStream(true).redirectOutput(data.resolve("output").toFile());
        MariaDbProcess started = new MariaDbProcess(builder.start(), port);
        started.awaitAnswer(data.resolve("output"));
        return started;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(Path output) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url(""))) {
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

    public int port() {
        return port;
    }

    /** The JDBC URL of a database for {@link #USER}, or of none. */
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    /** Kills it. */
    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }
}
