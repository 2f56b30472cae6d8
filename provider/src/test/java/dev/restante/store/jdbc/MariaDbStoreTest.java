package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the store on MariaDB")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
final class MariaDbStoreTest extends StoreSuite {

    private final String url = MariaDbDatabasePool.borrow();

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(url, MariaDbServer.USER, ""));
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, MariaDbServer.USER, "");
    }
}
