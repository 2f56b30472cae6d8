package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("patterns of topics on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresTopicPatternStoreTest extends TopicPatternStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(PostgresDatabasePool.borrow(), PostgresServer.USER, ""));
    }
}
