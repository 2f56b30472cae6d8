package dev.restante.feature.server;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;

@RequiresMariaDb
@DisplayName("SQL of the pages about MariaDB")
final class MariaDbDocumentedSqlTest extends DocumentedSqlContract {

    private final String server = MariaDbServer.newEmptyDatabase();

    @Override
    String administratorOf(@Nullable String database) {
        return database == null ? server : server.replaceFirst("/test_\\d+", "/" + database);
    }

    @Override
    void createStore() throws Exception {
        execute(null, statements("mariadb.md", 0));
    }

    @Override
    void restrictApplication() throws Exception {
        execute(null, List.of("CREATE USER " + APPLICATION + " IDENTIFIED BY '" + PASSWORD + "'"));
        execute(null, statements("rights.md", 1));
    }

    @Override
    List<String> cleaning() {
        return List.of("DROP DATABASE " + OWNER, "DROP USER IF EXISTS " + APPLICATION, "DROP USER " + OWNER);
    }

    @Override
    String url(String user) {
        return administratorOf(OWNER).replaceFirst("user=[^&]*", "user=" + user + "&password=" + PASSWORD);
    }
}
