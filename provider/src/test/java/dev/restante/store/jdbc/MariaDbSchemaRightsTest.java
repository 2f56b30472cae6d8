package dev.restante.store.jdbc;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a user of MariaDB who may make no tables")
@OnMariaDb
final class MariaDbSchemaRightsTest extends SchemaRightsContract {

    private final String url = MariaDbServer.newDatabase();

    @Override
    String url() {
        return url;
    }

    @Override
    int lastChange() {
        return 19;
    }

    @Override
    String asApplication(String ofAny) {
        return MariaDbServer.asApplication(ofAny);
    }
}
