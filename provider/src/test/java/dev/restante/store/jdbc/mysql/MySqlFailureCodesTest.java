package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.testing.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("classification of MySQL failures")
@Tag("mysql")
final class MySqlFailureCodesTest {

    private static final SqlFailureClassifier FAILURES = new SqlFailureClassifier(new MySqlFailureCodes());

    @ParameterizedTest
    @CsvSource({
        "1205, HY000, TRANSIENT",
        "1213, 40001, TRANSIENT",
        "3101, 40000, TRANSIENT",
        "3024, HY000, TRANSIENT",
        "1062, 23000, CONSTRAINT",
        "1406, 22001, CONSTRAINT",
        "1040, 08004, UNAVAILABLE",
        "3032, HY000, UNAVAILABLE",
        "3169, HY000, UNAVAILABLE",
        "3100, HY000, UNAVAILABLE",
        "3797, HY000, UNAVAILABLE",
        "4031, HY000, UNAVAILABLE",
        "1290, HY000, UNAVAILABLE",
        "1045, 28000, FATAL",
        "1877, HY000, DAMAGED"
    })
    void shouldReadTheCode(int code, String state, StoreFailureKind kind) {
        assertThat(FAILURES.kindOf(new SQLException("x", state, code))).isEqualTo(kind);
    }

    @Test
    @DisplayName("a transaction that a group of servers does not accept is rolled back completely")
    void shouldTellWhatIsUndone() {
        SQLException disagreed = new SQLException("x", "40000", 3101);
        assertThat(FAILURES.rollsBackTransaction(disagreed)).isTrue();
        assertThat(FAILURES.isCommitRolledBack(disagreed)).isTrue();
        assertThat(FAILURES.isLockTimeout(new SQLException("x", "HY000", 1205))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1290, 1792, 1836})
    @DisplayName("a read-only server counts as unavailable, and the remedy says that it takes no changes")
    void shouldTellAReadOnlyServer(int code) {
        SQLException readOnly = new SQLException("x", "HY000", code);
        assertThat(FAILURES.kindOf(readOnly)).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(FAILURES.remedy(readOnly)).contains("is read-only", "the primary");
    }

    @ParameterizedTest
    @ValueSource(ints = {1317, 1969, 3024})
    @DisplayName("an interruption does not prove that a COMMIT was rolled back")
    void shouldNotTakeAnInterruptedCommitForUndone(int code) {
        SQLException interrupted = new SQLException("x", "70100", code);
        assertThat(FAILURES.kindOf(interrupted)).isEqualTo(StoreFailureKind.TRANSIENT);
        assertThat(FAILURES.isCommitRolledBack(interrupted)).isFalse();
    }

    @Test
    @DisplayName(
            "a closed statement counts as a lost connection, because the driver reports it after a loss in a batch")
    void shouldKnowALostConnection() throws SQLException {
        try (Connection connection = DriverManager.getConnection(MySqlServer.newEmptyDatabase());
                PreparedStatement statement = connection.prepareStatement("DO ?")) {
            statement.close();
            SQLException closed = catchThrowableOfType(SQLException.class, statement::clearBatch);
            assertThat(closed.getSQLState()).isEqualTo("S1009");
            assertThat(FAILURES.kindOf(closed)).isEqualTo(StoreFailureKind.UNAVAILABLE);
        }
    }
}
