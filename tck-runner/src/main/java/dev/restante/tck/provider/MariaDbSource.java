package dev.restante.tck.provider;

import dev.restante.testserver.MariaDbProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Source of databases on a new MariaDB server, which is available for Linux on x86-64. */
final class MariaDbSource implements DatabaseSource {

    private final MariaDbProcess server;
    private final RotatingDatabase databases = new RotatingDatabase("");

    private MariaDbSource(MariaDbProcess server) {
        this.server = server;
    }

    static DatabaseSource start() throws IOException {
        return new MariaDbSource(MariaDbProcess.start("--max-connections=200"));
    }

    @Override
    public String user() {
        return MariaDbProcess.USER;
    }

    @Override
    public String newUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(""))) {
            return server.url(databases.create(connection));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
