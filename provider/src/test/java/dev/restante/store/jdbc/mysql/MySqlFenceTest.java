package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.SharedStoreFenceContract;
import dev.restante.store.jdbc.mariadb.MariaDbLockWaits;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("fencing tokens of rows that another node is changing on MySQL")
@RequiresMySql
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
    protected void awaitLockWait(Connection observer) throws SQLException {
        while (MariaDbLockWaits.count(observer) == 0) {
            Thread.onSpinWait();
        }
    }
}
