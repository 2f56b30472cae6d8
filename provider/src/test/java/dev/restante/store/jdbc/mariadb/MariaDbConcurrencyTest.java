package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.SharedStoreConcurrencyContract;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("several nodes on MariaDB")
@RequiresMariaDb
final class MariaDbConcurrencyTest extends SharedStoreConcurrencyContract {

    private final String url = MariaDbServer.newDatabase();

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected String user() {
        return MariaDbServer.USER;
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
