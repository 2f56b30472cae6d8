package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("message groups on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresMessageGroupStoreTest extends MessageGroupStoreContract {

    private final String url = PostgresDatabasePool.borrow();

    @Override
    Store open() {
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
