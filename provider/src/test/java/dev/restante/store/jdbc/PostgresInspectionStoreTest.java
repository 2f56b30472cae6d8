package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("what administrators need of PostgreSQL")
final class PostgresInspectionStoreTest extends InspectionStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
    }
}
