package dev.restante.store.jdbc;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a MariaDB user without the right to create tables")
@RequiresMariaDb
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
