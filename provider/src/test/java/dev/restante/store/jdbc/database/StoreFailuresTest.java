package dev.restante.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.hsqldb.HsqldbFailureCodes;
import dev.restante.store.jdbc.postgres.PostgresFailureCodes;
import java.io.EOFException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what SQL failures mean")
final class StoreFailuresTest {

    private static final StoreFailures POSTGRES = new StoreFailures(new PostgresFailureCodes());
    private static final StoreFailures HSQLDB = new StoreFailures(new HsqldbFailureCodes());

    @ParameterizedTest
    @CsvSource({
        "40001, TRANSIENT",
        "40P01, TRANSIENT",
        "40502, TRANSIENT",
        "55P03, TRANSIENT",
        "57014, TRANSIENT",
        "23505, CONSTRAINT",
        "22001, CONSTRAINT",
        "54000, CONSTRAINT",
        "08006, UNAVAILABLE",
        "08003, UNAVAILABLE",
        "55000, UNAVAILABLE",
        "57P01, UNAVAILABLE",
        "57P05, UNAVAILABLE",
        "25P04, UNAVAILABLE",
        "53300, UNAVAILABLE",
        "40003, UNAVAILABLE",
        "28P01, FATAL",
        "28000, FATAL",
        "53100, UNAVAILABLE",
        "53200, UNAVAILABLE",
        "42501, FATAL",
        "25006, UNAVAILABLE",
        "3D000, FATAL",
        "S1000, FATAL"
    })
    void shouldReadTheState(String state, Kind kind) {
        assertThat(POSTGRES.kindOf(new SQLException("x", state))).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {-452, -466, -467, -468})
    void shouldTakeAFailingDiskOfHsqldbForAnOutage(int code) {
        assertThat(HSQLDB.kindOf(new SQLException("x", "S1000", code))).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    @DisplayName("a pool that has no connection says so whatever SQLSTATE it copies; the failure behind it counts")
    void shouldReadThroughAPool() {
        SQLException timeOut = new SQLTransientConnectionException("not available", "42000");
        assertThat(POSTGRES.kindOf(timeOut)).isEqualTo(Kind.UNAVAILABLE);
        SQLException refused = new SQLException("wrong password", "28P01");
        assertThat(POSTGRES.kindOf(new SQLTransientConnectionException("not available", "28P01", refused)))
                .isEqualTo(Kind.FATAL);
    }

    @Test
    @DisplayName("a rejected login is named, with its remedy")
    void shouldNameARejectedLogin() {
        SQLException refused = new SQLException("no", "28P01");
        assertThat(POSTGRES.of("sending", new SQLTransientConnectionException("not available", "28P01", refused)))
                .hasMessageContaining("rejects user or password");
    }

    @Test
    void shouldReadTheWholeChain() {
        SQLException hidden = new SQLException("lost", "08006");
        BatchUpdateException batch = new BatchUpdateException("batch", "23505", new int[0]);
        batch.setNextException(hidden);
        assertThat(POSTGRES.kindOf(new SQLException("wrapped", new RuntimeException(batch))))
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(POSTGRES.kindOf(batch)).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void shouldCallUnknownFailuresFatal() {
        assertThat(POSTGRES.kindOf(new SQLException("?"))).isEqualTo(Kind.FATAL);
    }

    @Test
    void shouldOnlyTrustACommitThatTheDatabaseRefused() {
        assertThat(POSTGRES.commitCertainlyUndone(new SQLException("x", "40001")))
                .isTrue();
        assertThat(POSTGRES.commitCertainlyUndone(new SQLException("x", "08006")))
                .isFalse();
        assertThat(POSTGRES.commitCertainlyUndone(new SQLException("x"))).isFalse();
        assertThat(POSTGRES.commitCertainlyUndone(new SQLException("x", "40003")))
                .isFalse();
    }

    @Test
    void shouldOnlyTrustARefusalAfterWhichTheServerGoesOn() {
        SQLException refused = new SQLException("x", "22012");
        assertThat(POSTGRES.refusedByServer(refused)).isTrue();
        assertThat(POSTGRES.refusedByServer(new SQLException("x", "25006"))).isTrue();
        assertThat(POSTGRES.refusedByServer(new SQLException("x"))).isFalse();
        for (String state : List.of("08006", "08P01", "57P01", "57P04", "25P03", "25P04", "40003")) {
            assertThat(POSTGRES.refusedByServer(new SQLException("x", state)))
                    .as(state)
                    .isFalse();
        }
        refused.setNextException(new SQLException("what follows from a FATAL one", "08006"));
        assertThat(POSTGRES.refusedByServer(refused)).isFalse();
        assertThat(POSTGRES.refusedByServer(new SQLException("x", "58000", new EOFException())))
                .isFalse();
    }

    @Test
    void shouldReadTheSameStateAsEachDatabaseMeansIt() {
        SQLException readOnly = new SQLException("x", "25006");
        assertThat(POSTGRES.kindOf(readOnly)).isEqualTo(Kind.UNAVAILABLE);
        assertThat(HSQLDB.kindOf(readOnly)).isEqualTo(Kind.FATAL);
        SQLException locked = new SQLException("batch", new SQLException("x", "55P03"));
        assertThat(POSTGRES.lockedOut(locked)).isTrue();
        assertThat(HSQLDB.lockedOut(locked)).isFalse();
    }
}
