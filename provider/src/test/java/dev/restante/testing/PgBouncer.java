package dev.restante.testing;

import dev.restante.testserver.FreePort;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Installed pgbouncer in front of a PostgreSQL server. The profile pgbouncer installs it. */
public final class PgBouncer implements Closeable {

    private final Path folder;
    private final Path ini;
    private final int port;
    private final String url;
    private Process process;

    private PgBouncer(Path folder, Path ini, int port, String url) throws IOException {
        this.folder = folder;
        this.ini = ini;
        this.port = port;
        this.url = url;
        this.process = run();
    }

    /** Returns whether pgbouncer is installed. */
    public static boolean isInstalled() {
        return List.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer").stream()
                .anyMatch(path -> new File(path).canExecute());
    }

    /**
     * Starts a pgbouncer.
     *
     * @param url the JDBC URL of a PostgreSQL database on this machine
     * @param mode transaction or session
     * @param sessions the highest number of server sessions
     */
    public static PgBouncer start(String url, String mode, int sessions, Path folder) throws IOException {
        int serverPort = URI.create(url.substring("jdbc:".length())).getPort();
        int port = FreePort.find();
        Path ini = folder.resolve("pgbouncer.ini");
        Files.writeString(
                ini,
                String.format(
                        Locale.ROOT,
                        """
                [databases]
                * = host=127.0.0.1 port=%d user=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = %s
                default_pool_size = %d
                max_client_conn = 500
                ignore_startup_parameters = extra_float_digits
                """,
                        serverPort,
                        PostgresServer.USER,
                        port,
                        mode,
                        sessions));
        // As root, pgbouncer runs as another user, who must be able to read this folder.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new PgBouncer(folder, ini, port, url.replace(":" + serverPort + "/", ":" + port + "/"));
    }

    private Process run() throws IOException {
        List<String> command = new ArrayList<>(List.of("pgbouncer", "-q"));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(ini.toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("pgbouncer.log").toFile());
        builder.environment().merge("PATH", ":/usr/sbin", String::concat);
        Process started = builder.start();
        Eventually.eventually("pgbouncer listens: " + folder.resolve("pgbouncer.log"), () -> {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return probe.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        });
        return started;
    }

    /** Sends SIGKILL, which ends the connections on both sides. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts pgbouncer again after a kill. */
    public void restart() throws IOException {
        process = run();
    }

    /** Returns the JDBC URL of the database through pgbouncer. */
    public String url() {
        return url;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
