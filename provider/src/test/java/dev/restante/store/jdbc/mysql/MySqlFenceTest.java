package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.SharedStoreFenceContract;
import dev.restante.store.jdbc.mariadb.LockWaits;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.OnMySql;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("fences of rows that another node is changing")
@OnMySql
@Tag("mysql-whole")
final class MySqlFenceTest extends SharedStoreFenceContract {

    @Override
    protected String newDatabase() {
        return MySqlServer.newDatabase();
    }

    @Override
    protected String user() {
        return MySqlServer.USER;
    }

    @Override
    protected void awaitSomebodyWaiting(Connection observer) throws SQLException {
        while (LockWaits.count(observer) == 0) {
            Thread.onSpinWait();
        }
    }
}
