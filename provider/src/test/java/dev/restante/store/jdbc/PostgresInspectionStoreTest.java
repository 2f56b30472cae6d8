package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.lent.LentDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("administrative queries on PostgreSQL")
@ExtendWith(LentDatabases.class)
final class PostgresInspectionStoreTest extends InspectionStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(LentDatabases.lend(), PostgresServer.USER, ""));
    }
}
