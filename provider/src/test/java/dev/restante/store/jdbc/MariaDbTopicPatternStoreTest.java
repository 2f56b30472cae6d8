package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("patterns of topics on MariaDB")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
final class MariaDbTopicPatternStoreTest extends TopicPatternStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(MariaDbDatabasePool.borrow(), MariaDbServer.USER, ""));
    }
}
