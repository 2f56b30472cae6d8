package dev.restante.feature.server;

import dev.restante.testing.PostgresServer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;

@DisplayName("SQL of the pages about PostgreSQL")
final class PostgresDocumentedSqlTest extends DocumentedSqlContract {

    private final String server = PostgresServer.newEmptyDatabase();

    @Override
    String administratorOf(@Nullable String database) {
        return database == null ? server : server.replaceFirst("/test_\\d+", "/" + database);
    }

    @Override
    void createStore() throws Exception {
        execute(null, statements("postgresql.md", 0));
        execute(OWNER, statements("postgresql.md", 1));
    }

    @Override
    void restrictApplication() throws Exception {
        execute(null, List.of("CREATE USER " + APPLICATION + " PASSWORD '" + PASSWORD + "'"));
        execute(OWNER, statements("rights.md", 0));
        execute(OWNER, statements("rights.md", 2));
    }

    @Override
    List<String> cleaning() {
        return List.of(
                "DROP DATABASE " + OWNER + " WITH (FORCE)", "DROP USER IF EXISTS " + APPLICATION, "DROP USER " + OWNER);
    }

    @Override
    String url(String user) {
        return administratorOf(OWNER).replaceFirst("user=[^&]*", "user=" + user + "&password=" + PASSWORD);
    }
}
