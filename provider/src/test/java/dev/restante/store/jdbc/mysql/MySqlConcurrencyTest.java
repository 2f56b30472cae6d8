package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.SharedStoreConcurrencyContract;
import dev.restante.store.jdbc.mariadb.MariaDbLockWaits;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("several nodes on MySQL")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlConcurrencyTest extends SharedStoreConcurrencyContract {

    private final String url = MySqlServer.newDatabase();

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected String user() {
        return MySqlServer.USER;
    }

    @Override
    protected long waiting(Connection observer) throws SQLException {
        return MariaDbLockWaits.count(observer);
    }

    @Override
    protected long waitingForGroups(Connection observer) throws SQLException {
        return MariaDbLockWaits.count(observer);
    }

    @Override
    protected void lockGroups(Statement transaction, long entityId) throws SQLException {
        transaction.execute("SELECT id FROM restante_entity WHERE id = " + entityId + " FOR UPDATE");
    }

    @Override
    protected void assertGroupsUnlocked(Statement transaction, long entityId) throws SQLException {
        // This query fails if the row is locked.
        transaction.execute("SELECT id FROM restante_entity WHERE id = " + entityId + " FOR UPDATE NOWAIT");
    }
}
