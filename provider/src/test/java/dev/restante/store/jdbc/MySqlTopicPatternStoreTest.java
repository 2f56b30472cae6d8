package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MySqlDatabasePool;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("patterns of topics on MySQL")
@ExtendWith(MySqlDatabasePool.class)
@RequiresMySql
@Tag("mysql-whole")
final class MySqlTopicPatternStoreTest extends TopicPatternStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(MySqlDatabasePool.borrow(), MySqlServer.USER, ""));
    }
}
