package dev.restante.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.StoreException.StoreFailureKind;
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

@DisplayName("classification of SQL failures")
final class SqlFailureClassifierTest {

    private static final SqlFailureClassifier POSTGRES = new SqlFailureClassifier(new PostgresFailureCodes());
    private static final SqlFailureClassifier HSQLDB = new SqlFailureClassifier(new HsqldbFailureCodes());

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
    void shouldReadTheState(String state, StoreFailureKind kind) {
        assertThat(POSTGRES.kindOf(new SQLException("x", state))).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {-452, -466, -467, -468})
    void shouldTakeAFailingDiskOfHsqldbForAnOutage(int code) {
        assertThat(HSQLDB.kindOf(new SQLException("x", "S1000", code))).isEqualTo(StoreFailureKind.UNAVAILABLE);
    }

    @Test
    @DisplayName("a pool without a connection counts as unavailable, unless the cause of its failure says otherwise")
    void shouldReadThroughAPool() {
        SQLException timeOut = new SQLTransientConnectionException("not available", "42000");
        assertThat(POSTGRES.kindOf(timeOut)).isEqualTo(StoreFailureKind.UNAVAILABLE);
        SQLException refused = new SQLException("wrong password", "28P01");
        assertThat(POSTGRES.kindOf(new SQLTransientConnectionException("not available", "28P01", refused)))
                .isEqualTo(StoreFailureKind.FATAL);
    }

    @Test
    @DisplayName("the error of a rejected login says that the database rejects the user or the password")
    void shouldNameARejectedLogin() {
        SQLException refused = new SQLException("no", "28P01");
        assertThat(POSTGRES.toStoreException(
                        "sending", new SQLTransientConnectionException("not available", "28P01", refused)))
                .hasMessageContaining("rejects the user or password");
    }

    @Test
    void shouldReadTheWholeChain() {
        SQLException hidden = new SQLException("lost", "08006");
        BatchUpdateException batch = new BatchUpdateException("batch", "23505", new int[0]);
        batch.setNextException(hidden);
        assertThat(POSTGRES.kindOf(new SQLException("wrapped", new RuntimeException(batch))))
                .isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(POSTGRES.kindOf(batch)).isEqualTo(StoreFailureKind.UNAVAILABLE);
    }

    @Test
    void shouldCallUnknownFailuresFatal() {
        assertThat(POSTGRES.kindOf(new SQLException("?"))).isEqualTo(StoreFailureKind.FATAL);
    }

    @Test
    void shouldOnlyTrustACommitThatTheDatabaseRefused() {
        assertThat(POSTGRES.isCommitRolledBack(new SQLException("x", "40001"))).isTrue();
        assertThat(POSTGRES.isCommitRolledBack(new SQLException("x", "08006"))).isFalse();
        assertThat(POSTGRES.isCommitRolledBack(new SQLException("x"))).isFalse();
        assertThat(POSTGRES.isCommitRolledBack(new SQLException("x", "40003"))).isFalse();
    }

    @Test
    void shouldOnlyTrustARefusalAfterWhichTheServerGoesOn() {
        SQLException refused = new SQLException("x", "22012");
        assertThat(POSTGRES.isRejectedByServer(refused)).isTrue();
        assertThat(POSTGRES.isRejectedByServer(new SQLException("x", "25006"))).isTrue();
        assertThat(POSTGRES.isRejectedByServer(new SQLException("x"))).isFalse();
        for (String state : List.of("08006", "08P01", "57P01", "57P04", "25P03", "25P04", "40003")) {
            assertThat(POSTGRES.isRejectedByServer(new SQLException("x", state)))
                    .as(state)
                    .isFalse();
        }
        refused.setNextException(new SQLException("what follows from a FATAL one", "08006"));
        assertThat(POSTGRES.isRejectedByServer(refused)).isFalse();
        assertThat(POSTGRES.isRejectedByServer(new SQLException("x", "58000", new EOFException())))
                .isFalse();
    }

    @Test
    void shouldReadTheSameStateAsEachDatabaseMeansIt() {
        SQLException readOnly = new SQLException("x", "25006");
        assertThat(POSTGRES.kindOf(readOnly)).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(HSQLDB.kindOf(readOnly)).isEqualTo(StoreFailureKind.FATAL);
        SQLException locked = new SQLException("batch", new SQLException("x", "55P03"));
        assertThat(POSTGRES.isLockTimeout(locked)).isTrue();
        assertThat(HSQLDB.isLockTimeout(locked)).isFalse();
    }
}
