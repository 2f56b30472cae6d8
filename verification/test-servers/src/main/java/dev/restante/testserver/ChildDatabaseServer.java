package dev.restante.testserver;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Child process that runs a given MariaDB or MySQL server command on a free port until this JVM ends, and then deletes
 * its data.
 */
public final class ChildDatabaseServer implements AutoCloseable {

    private static final long START_TIMEOUT_MILLIS = 120_000;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Script that runs the server, and kills it at the end of its input, which this JVM holds open. */
    private static final String RUN_SCRIPT =
            "\"$@\" < /dev/null & server=$!; cat > /dev/null; kill -9 $server; wait; rm -rf \"$RESTANTE_DATA\"";

    /** Script that restarts the server after each crash. */
    private static final String RESTART_SCRIPT =
            "(while :; do \"$@\" < /dev/null; done) & again=$!; cat > /dev/null; kill -9 $again;"
                    + " kill -9 $(cat \"$RESTANTE_DATA/pid\"); wait; rm -rf \"$RESTANTE_DATA\"";

    private final Process shell;
    private final int port;
    private final Path data;

    private ChildDatabaseServer(Process shell, int port, Path data) {
        this.shell = shell;
        this.port = port;
        this.data = data;
    }

    /**
     * Starts a server, and waits until it accepts connections.
     *
     * @param command the program and its options, without ports and paths
     * @param data the data directory, which is deleted with the server
     * @param url the JDBC URL of the server by its port
     */
    public static ChildDatabaseServer start(List<String> command, Path data, IntFunction<String> url)
            throws IOException {
        return start(RUN_SCRIPT, command, data, url);
    }

    /** Starts a server that is restarted after each crash. */
    public static ChildDatabaseServer startRestarting(List<String> command, Path data, IntFunction<String> url)
            throws IOException {
        return start(RESTART_SCRIPT, command, data, url);
    }

    private static ChildDatabaseServer start(String script, List<String> command, Path data, IntFunction<String> url)
            throws IOException {
        int port = FreePort.find();
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "sh");
        builder.command().addAll(command);
        builder.command().add("--datadir=" + data);
        // A starting server deletes the temporary tables of other servers in the same directory.
        builder.command().add("--tmpdir=" + data);
        builder.command().add("--socket=" + data.resolve("socket"));
        builder.command().add("--pid-file=" + data.resolve("pid"));
        builder.command().add("--bind-address=127.0.0.1");
        builder.command().add("--port=" + port);
        builder.command().add("--innodb-buffer-pool-size=64M");
        builder.command().add("--innodb-flush-log-at-trx-commit=1");
        builder.environment().put("RESTANTE_DATA", data.toString());
        Path output = data.resolve("output");
        Process shell = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        awaitAnswer(url.apply(port), output);
        return new ChildDatabaseServer(shell, port, data);
    }

    public int port() {
        return port;
    }

    public ProcessHandle process() throws IOException {
        long pid = Long.parseLong(Files.readString(data.resolve("pid")).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    /** Kills the server, and deletes its data. */
    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private static void awaitAnswer(String url, Path output) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_TIMEOUT_MILLIS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url)) {
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new IllegalStateException("The server does not answer: " + Files.readString(output), e);
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    /** Copies the data directory of a new server for one JVM. */
    public static Path copy(Path template, String name) throws IOException {
        Path data = Files.createTempDirectory(name);
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = data.resolve(template.relativize(file));
                try {
                    Files.copy(file, copy);
                } catch (FileAlreadyExistsException folder) {
                    // The target directory itself exists already.
                }
            }
        }
        return data;
    }
}
