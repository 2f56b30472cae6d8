package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("entity uses and settings on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresEntityUseStoreTest extends EntityUseStoreContract {

    private final String url = PostgresDatabasePool.borrow();

    @Override
    Store open() {
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
