package dev.restante.store.jdbc;

import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a PostgreSQL user without the right to create tables")
final class PostgresSchemaRightsTest extends SchemaRightsContract {

    private final String url = PostgresServer.newDatabase();

    @Override
    String url() {
        return url;
    }

    @Override
    String asApplication(String ofAny) {
        return PostgresServer.asApplication(ofAny);
    }
}
