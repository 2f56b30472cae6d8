package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("the store on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresStoreTest extends StoreSuite {

    private final String url = PostgresDatabasePool.borrow();

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, PostgresServer.USER, "");
    }
}
