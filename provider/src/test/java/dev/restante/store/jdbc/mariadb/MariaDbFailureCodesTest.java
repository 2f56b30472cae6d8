package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("classification of MariaDB failures")
@RequiresMariaDb
final class MariaDbFailureCodesTest {

    private static final SqlFailureClassifier FAILURES = new SqlFailureClassifier(new MariaDbFailureCodes());

    @ParameterizedTest
    @CsvSource({
        "1205, HY000, TRANSIENT",
        "1213, 40001, TRANSIENT",
        "1020, HY000, TRANSIENT",
        "1969, 70100, TRANSIENT",
        "1062, 23000, CONSTRAINT",
        "1452, 23000, CONSTRAINT",
        "1406, 22001, CONSTRAINT",
        "1040, 08004, UNAVAILABLE",
        "1053, 08S01, UNAVAILABLE",
        "1927, 70100, UNAVAILABLE",
        "1290, HY000, UNAVAILABLE",
        "1047, 08S01, UNAVAILABLE",
        "1180, HY000, UNAVAILABLE",
        "1242, 21000, UNAVAILABLE",
        "1114, HY000, UNAVAILABLE",
        "0, 25S03, UNAVAILABLE",
        "1045, 28000, FATAL",
        "1146, 42S02, FATAL",
        "1712, HY000, DAMAGED"
    })
    void shouldReadTheCode(int code, String state, StoreFailureKind kind) {
        assertThat(FAILURES.kindOf(new SQLException("x", state, code))).isEqualTo(kind);
    }

    @Test
    @DisplayName("a lock timeout undoes its statement, and a deadlock undoes the whole transaction")
    void shouldTellWhatIsUndone() {
        SQLException locked = new SQLException("x", "HY000", 1205);
        SQLException deadlock = new SQLException("x", "40001", 1213);
        assertThat(FAILURES.isLockTimeout(locked)).isTrue();
        assertThat(FAILURES.rollsBackTransaction(locked)).isFalse();
        assertThat(FAILURES.isLockTimeout(deadlock)).isFalse();
        assertThat(FAILURES.rollsBackTransaction(deadlock)).isTrue();
        assertThat(FAILURES.isCommitRolledBack(deadlock)).isTrue();
        assertThat(FAILURES.isCommitRolledBack(new SQLException("x", "08S01", 1047)))
                .isFalse();
        assertThat(FAILURES.isCommitRolledBack(new SQLException("x", "HY000", 1180)))
                .isFalse();
    }

    @Test
    @DisplayName("the error of a closed connection counts as unavailable, also when HikariCP repeats it")
    void shouldKnowAClosedConnection() throws SQLException {
        Connection closed = DriverManager.getConnection(MariaDbServer.newDatabase());
        closed.close();
        SQLException echo =
                catchThrowableOfType(SQLException.class, () -> closed.setNetworkTimeout(Runnable::run, 1_000));
        assertThat(echo.getSQLState()).isEqualTo("42000");
        assertThat(FAILURES.kindOf(echo)).isEqualTo(StoreFailureKind.UNAVAILABLE);
        SQLException timeOut = new SQLTransientConnectionException("not available", echo.getSQLState(), echo);
        timeOut.setNextException(echo);
        assertThat(FAILURES.kindOf(timeOut)).isEqualTo(StoreFailureKind.UNAVAILABLE);
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
}
