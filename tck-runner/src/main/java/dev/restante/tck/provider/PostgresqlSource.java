package dev.restante.tck.provider;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** Source of databases on a new PostgreSQL server. */
final class PostgresqlSource implements DatabaseSource {

    private static final String USER = "postgres";

    private final EmbeddedPostgres server;
    private final RotatingDatabase databases = new RotatingDatabase(" WITH (FORCE)");

    private PostgresqlSource(EmbeddedPostgres server) {
        this.server = server;
    }

    static DatabaseSource start() throws IOException {
        return new PostgresqlSource(EmbeddedPostgres.builder()
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
            return server.getJdbcUrl(USER, databases.create(connection));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
