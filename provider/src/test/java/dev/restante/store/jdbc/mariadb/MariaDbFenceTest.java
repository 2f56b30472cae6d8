package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.SharedStoreFenceContract;
import dev.restante.testing.Eventually;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("fencing tokens of rows that another node is changing on MariaDB")
@RequiresMariaDb
final class MariaDbFenceTest extends SharedStoreFenceContract {

    @Override
    protected String newDatabase() {
        return MariaDbServer.newDatabase();
    }

    @Override
    protected String user() {
        return MariaDbServer.USER;
    }

    @Override
    protected void awaitLockWait(Connection observer) throws SQLException {
        while (MariaDbLockWaits.count(observer) == 0) {
            Eventually.pause();
        }
    }
}
