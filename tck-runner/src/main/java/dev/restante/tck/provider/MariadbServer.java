package dev.restante.tck.provider;

import dev.restante.testserver.MariaDbProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The databases of a MariaDB server of its own. It comes for Linux on x86-64. */
final class MariadbServer implements Databases {

    private final MariaDbProcess server;
    private final FormerDatabase databases = new FormerDatabase("");

    private MariadbServer(MariaDbProcess server) {
        this.server = server;
    }

    static Databases start() throws IOException {
        return new MariadbServer(MariaDbProcess.start("--max-connections=200"));
    }

    @Override
    public String user() {
        return MariaDbProcess.USER;
    }

    @Override
    public String newUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(""))) {
            return server.url(databases.next(connection));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
