package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.StoreFailures;
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

@DisplayName("what failures of MySQL mean")
@Tag("mysql")
final class MySqlFailureCodesTest {

    private static final StoreFailures FAILURES = new StoreFailures(new MySqlFailureCodes());

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
    void shouldReadTheCode(int code, String state, Kind kind) {
        assertThat(FAILURES.kindOf(new SQLException("x", state, code))).isEqualTo(kind);
    }

    @Test
    @DisplayName("what a group of servers does not agree to is undone as a whole")
    void shouldTellWhatIsUndone() {
        SQLException disagreed = new SQLException("x", "40000", 3101);
        assertThat(FAILURES.endsTransaction(disagreed)).isTrue();
        assertThat(FAILURES.commitCertainlyUndone(disagreed)).isTrue();
        assertThat(FAILURES.lockedOut(new SQLException("x", "HY000", 1205))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1317, 1969, 3024})
    @DisplayName("an interruption may be told of a COMMIT that was carried out")
    void shouldNotTakeAnInterruptedCommitForUndone(int code) {
        SQLException interrupted = new SQLException("x", "70100", code);
        assertThat(FAILURES.kindOf(interrupted)).isEqualTo(Kind.TRANSIENT);
        assertThat(FAILURES.commitCertainlyUndone(interrupted)).isFalse();
    }

    @Test
    @DisplayName("a driver that loses its connection in a batch says that a statement is closed")
    void shouldKnowALostConnection() throws SQLException {
        try (Connection connection = DriverManager.getConnection(MySqlServer.newEmptyDatabase());
                PreparedStatement statement = connection.prepareStatement("DO ?")) {
            statement.close();
            SQLException closed = catchThrowableOfType(SQLException.class, statement::clearBatch);
            assertThat(closed.getSQLState()).isEqualTo("S1009");
            assertThat(FAILURES.kindOf(closed)).isEqualTo(Kind.UNAVAILABLE);
        }
    }
}
