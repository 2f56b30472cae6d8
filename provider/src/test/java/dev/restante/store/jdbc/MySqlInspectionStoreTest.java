package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.LentMySql;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("administrative queries on MySQL")
@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
final class MySqlInspectionStoreTest extends InspectionStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(LentMySql.lend(), MySqlServer.USER, ""));
    }
}
