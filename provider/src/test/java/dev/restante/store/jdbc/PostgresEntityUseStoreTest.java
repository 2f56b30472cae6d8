package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the use of entities, and settings, on PostgreSQL")
final class PostgresEntityUseStoreTest extends EntityUseStoreContract {

    private final String url = PostgresServer.newDatabase();

    @Override
    Store open() {
        return StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
