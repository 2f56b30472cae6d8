package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the broker on MariaDB")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
final class MariaDbBrokerTest extends BrokerSuite {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        String url = MariaDbDatabasePool.borrow();
        return () -> StoreOpener.open(new StoreLocation.Url(url, MariaDbServer.USER, ""));
    }
}
