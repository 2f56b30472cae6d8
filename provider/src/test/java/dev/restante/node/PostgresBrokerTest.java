package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the broker on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresBrokerTest extends BrokerSuite {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        String url = PostgresDatabasePool.borrow();
        return () -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
