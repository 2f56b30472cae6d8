package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("duplicate ids on MariaDB")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
final class MariaDbDuplicateIdStoreTest extends SharedDuplicateIdStoreContract {

    private final String url = MariaDbDatabasePool.borrow();

    @Override
    Store open() {
        return StoreOpener.open(new StoreLocation.Url(url, MariaDbServer.USER, ""));
    }
}
