package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.ApplicationTransactions.Fate;
import dev.restante.store.ApplicationTransactions.Question;
import dev.restante.store.ApplicationTransactions.State;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpening;
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

/** Numbers of transactions are those of a server: the one that takes over gives them to others. */
@DisplayName("transactions of applications with a server that is not there any more")
final class PostgresApplicationTransactionsTest {

    private static final String GONE = "test/1/1.000000";

    private final String url = PostgresServer.newDatabase();
    private final JdbcStore store = StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));

    @AfterEach
    void close() {
        store.close();
    }

    private Fate fate(String number, String server) {
        return store.applicationTransactions()
                .fate(new Question(new PostgresApplicationTransactions.Numbered(number, server), List.of(1L)));
    }

    private static String number(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT pg_current_xact_id()::text")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    @DisplayName("BEY-01 they are over, whoever has their numbers now, and what they have done is read from the rows")
    void shouldBeOver() throws SQLException {
        assertThat(fate("9000000000", GONE)).isEqualTo(new Fate(State.OVER, Set.of()));
        try (Connection other = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            assertThat(fate(number(statement), GONE).state()).isEqualTo(State.OVER);
            other.rollback();
        }
    }

    @Test
    @DisplayName("BEY-01 they go on where they are prepared")
    void shouldGoOnWherePrepared() throws SQLException {
        try (Connection other = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            String number = number(statement);
            statement.execute("PREPARE TRANSACTION 'of somebody'");
            other.setAutoCommit(true);
            assertThat(fate(number, GONE)).isEqualTo(Fate.OPEN);
            statement.execute("ROLLBACK PREPARED 'of somebody'");
            assertThat(fate(number, GONE).state()).isEqualTo(State.OVER);
        }
    }
}
