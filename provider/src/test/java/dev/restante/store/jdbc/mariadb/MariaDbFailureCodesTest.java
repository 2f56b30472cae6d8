package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.StoreFailures;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what failures of MariaDB mean")
@OnMariaDb
final class MariaDbFailureCodesTest {

    private static final StoreFailures FAILURES = new StoreFailures(new MariaDbFailureCodes());

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
    void shouldReadTheCode(int code, String state, Kind kind) {
        assertThat(FAILURES.kindOf(new SQLException("x", state, code))).isEqualTo(kind);
    }

    @Test
    @DisplayName("a lock that somebody else has undoes a statement, a deadlock all of the transaction")
    void shouldTellWhatIsUndone() {
        SQLException locked = new SQLException("x", "HY000", 1205);
        SQLException deadlock = new SQLException("x", "40001", 1213);
        assertThat(FAILURES.lockedOut(locked)).isTrue();
        assertThat(FAILURES.endsTransaction(locked)).isFalse();
        assertThat(FAILURES.lockedOut(deadlock)).isFalse();
        assertThat(FAILURES.endsTransaction(deadlock)).isTrue();
        assertThat(FAILURES.commitCertainlyUndone(deadlock)).isTrue();
        assertThat(FAILURES.commitCertainlyUndone(new SQLException("x", "08S01", 1047)))
                .isFalse();
        assertThat(FAILURES.commitCertainlyUndone(new SQLException("x", "HY000", 1180)))
                .isFalse();
    }

    @Test
    @DisplayName("the driver's complaint about a closed connection is an outage, also when HikariCP repeats it")
    void shouldKnowAClosedConnection() throws SQLException {
        Connection closed = DriverManager.getConnection(MariaDbServer.newDatabase());
        closed.close();
        SQLException echo =
                catchThrowableOfType(SQLException.class, () -> closed.setNetworkTimeout(Runnable::run, 1_000));
        assertThat(echo.getSQLState()).isEqualTo("42000");
        assertThat(FAILURES.kindOf(echo)).isEqualTo(Kind.UNAVAILABLE);
        SQLException timeOut = new SQLTransientConnectionException("not available", echo.getSQLState(), echo);
        timeOut.setNextException(echo);
        assertThat(FAILURES.kindOf(timeOut)).isEqualTo(Kind.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1317, 1969, 3024})
    @DisplayName("an interruption may be told of a COMMIT that was carried out")
    void shouldNotTakeAnInterruptedCommitForUndone(int code) {
        SQLException interrupted = new SQLException("x", "70100", code);
        assertThat(FAILURES.kindOf(interrupted)).isEqualTo(Kind.TRANSIENT);
        assertThat(FAILURES.commitCertainlyUndone(interrupted)).isFalse();
    }
}
