package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.SharedStoreConcurrencyContract;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("several nodes on PostgreSQL")
final class PostgresConcurrencyTest extends SharedStoreConcurrencyContract {

    private final String url = PostgresServer.newDatabase();

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected String user() {
        return PostgresServer.USER;
    }

    @Override
    protected long waiting(Connection observer) throws SQLException {
        return PostgresLockWaits.count(observer);
    }

    @Override
    protected long waitingForGroups(Connection observer) throws SQLException {
        return PostgresLockWaits.groups(observer, "NOT granted");
    }

    @Override
    protected void lockGroups(Statement transaction, long entityId) throws SQLException {
        transaction.execute(PostgresBatchSql.LOCK_GROUPS.replace("?", String.valueOf(entityId)));
    }

    @Override
    protected void assertGroupsUnlocked(Statement transaction, long entityId) throws SQLException {
        assertThat(PostgresLockWaits.groups(transaction.getConnection(), "granted"))
                .as("granted locks; only this test holds one")
                .isOne();
    }
}
