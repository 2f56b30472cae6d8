package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MySqlDatabasePool;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the broker on MySQL")
@ExtendWith(MySqlDatabasePool.class)
@RequiresMySql
@Tag("mysql-whole")
final class MySqlBrokerTest extends BrokerSuite {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        String url = MySqlDatabasePool.borrow();
        return () -> StoreOpener.open(new StoreLocation.Url(url, MySqlServer.USER, ""));
    }
}
