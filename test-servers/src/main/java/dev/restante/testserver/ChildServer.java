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

/** A server of MariaDB or MySQL that ends with this JVM, however that ends, and its data with it. */
public final class ChildServer implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 120_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Ends with what the shell reads, which this JVM holds open. */
    private static final String SHELL =
            "\"$@\" < /dev/null & server=$!; cat > /dev/null; kill -9 $server; wait; rm -rf \"$RESTANTE_DATA\"";

    /** One that is started again whenever it has died. */
    private static final String RESTARTING_SHELL =
            "(while :; do \"$@\" < /dev/null; done) & again=$!; cat > /dev/null; kill -9 $again;"
                    + " kill -9 $(cat \"$RESTANTE_DATA/pid\"); wait; rm -rf \"$RESTANTE_DATA\"";

    private final Process shell;
    private final int port;
    private final Path data;

    private ChildServer(Process shell, int port, Path data) {
        this.shell = shell;
        this.port = port;
        this.data = data;
    }

    /**
     * Starts a server, and waits until it answers.
     *
     * @param command the program with its options, but for those that say where it listens
     * @param data is removed with it
     * @param url of the server on a port
     */
    public static ChildServer start(List<String> command, Path data, IntFunction<String> url) throws IOException {
        return start(SHELL, command, data, url);
    }

    /** Starts one that is started again whenever it has died. */
    public static ChildServer startRestarting(List<String> command, Path data, IntFunction<String> url)
            throws IOException {
        return start(RESTARTING_SHELL, command, data, url);
    }

    private static ChildServer start(String script, List<String> command, Path data, IntFunction<String> url)
            throws IOException {
        int port = FreePort.find();
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "sh");
        builder.command().addAll(command);
        builder.command().add("--datadir=" + data);
        // A server that starts removes the temporary tables of others from a folder that they share.
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
        return new ChildServer(shell, port, data);
    }

    public int port() {
        return port;
    }

    /** The server's own process. */
    public ProcessHandle process() throws IOException {
        long pid = Long.parseLong(Files.readString(data.resolve("pid")).strip());
        return ProcessHandle.of(pid).orElseThrow();
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

    private static void awaitAnswer(String url, Path output) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url)) {
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > deadlineNanos) {
                    throw new IllegalStateException("the server does not answer: " + Files.readString(output), e);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    /** A copy of the data of a new server, for one JVM. */
    public static Path copy(Path made, String name) throws IOException {
        Path data = Files.createTempDirectory(name);
        try (Stream<Path> files = Files.walk(made)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = data.resolve(made.relativize(file));
                try {
                    Files.copy(file, copy);
                } catch (FileAlreadyExistsException folder) {
                    // The first one.
                }
            }
        }
        return data;
    }
}
