package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("message groups on PostgreSQL")
final class PostgresMessageGroupStoreTest extends MessageGroupStoreContract {

    private final String url = PostgresServer.newDatabase();

    @Override
    Store open() {
        return StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
