package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("batches on PostgreSQL")
final class PostgresStoreTest extends StoreContract {

    @Override
    Store openEmpty() {
        return JdbcStore.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
    }
}
