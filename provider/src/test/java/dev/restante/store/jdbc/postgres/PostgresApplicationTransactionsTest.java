package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.ApplicationTransactions.ApplicationTransactionState;
import dev.restante.store.ApplicationTransactions.TransactionOutcome;
import dev.restante.store.ApplicationTransactions.TransactionQuery;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Tests of transaction ids after a failover. Each server assigns its own ids, so the new primary can assign an id
 * again.
 */
@DisplayName("application transactions of a server that is gone")
final class PostgresApplicationTransactionsTest {

    private static final String GONE = "test/1/1.000000";

    private final String url = PostgresServer.newDatabase();
    private final JdbcStore store = StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));

    @AfterEach
    void close() {
        store.close();
    }

    private TransactionOutcome outcome(String number, String server) {
        return store.applicationTransactions()
                .outcome(new TransactionQuery(
                        new PostgresApplicationTransactions.PostgresTransactionHandle(number, server), List.of(1L)));
    }

    private static String number(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT pg_current_xact_id()::text")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    @DisplayName("BEY-01 a transaction of a lost server has ended, even if another transaction has its id")
    void shouldBeOver() throws SQLException {
        assertThat(outcome("9000000000", GONE))
                .isEqualTo(new TransactionOutcome(ApplicationTransactionState.ENDED, Set.of()));
        try (Connection other = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            assertThat(outcome(number(statement), GONE).state()).isEqualTo(ApplicationTransactionState.ENDED);
            other.rollback();
        }
    }

    @Test
    @DisplayName("BEY-01 a prepared transaction of a lost server stays open until it is rolled back")
    void shouldGoOnWherePrepared() throws SQLException {
        try (Connection other = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            String number = number(statement);
            statement.execute("PREPARE TRANSACTION 'of somebody'");
            other.setAutoCommit(true);
            assertThat(outcome(number, GONE)).isEqualTo(TransactionOutcome.OPEN);
            statement.execute("ROLLBACK PREPARED 'of somebody'");
            assertThat(outcome(number, GONE).state()).isEqualTo(ApplicationTransactionState.ENDED);
        }
    }
}
