package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.LentMySql;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("duplicate ids on MySQL")
@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
final class MySqlDuplicateIdStoreTest extends SharedDuplicateIdStoreContract {

    private final String url = LentMySql.lend();

    @Override
    Store open() {
        return StoreOpener.open(new StoreLocation.Url(url, MySqlServer.USER, ""));
    }
}
