package dev.restante.tck.provider;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** The databases of a PostgreSQL server of its own. */
final class PostgresqlServer implements Databases {

    private static final String USER = "postgres";

    private final EmbeddedPostgres server;
    private final FormerDatabase databases = new FormerDatabase(" WITH (FORCE)");

    private PostgresqlServer(EmbeddedPostgres server) {
        this.server = server;
    }

    static Databases start() throws IOException {
        return new PostgresqlServer(EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "200")
                .setServerConfig("shared_buffers", "64MB")
                .start());
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String newUrl() throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            return server.getJdbcUrl(USER, databases.next(connection));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
