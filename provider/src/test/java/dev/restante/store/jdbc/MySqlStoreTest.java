package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MySqlDatabasePool;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the store on MySQL")
@ExtendWith(MySqlDatabasePool.class)
@RequiresMySql
final class MySqlStoreTest extends StoreSuite {

    private final String url = MySqlDatabasePool.borrow();

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(url, MySqlServer.USER, ""));
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, MySqlServer.USER, "");
    }
}
