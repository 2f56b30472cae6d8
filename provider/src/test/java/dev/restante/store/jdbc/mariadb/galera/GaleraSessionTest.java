package dev.restante.store.jdbc.mariadb.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.EntityPresenceCache;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.mariadb.MariaDbFailureCodes;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the designated writer of a Galera cluster, as sessions see it")
@RequiresMariaDb
final class GaleraSessionTest {

    private static final String ELSEWHERE =
            "UPDATE restante_setting SET setting_value = 'n9/h9/3306'" + " WHERE name = 'galera.writer'";

    private final String url = MariaDbServer.newDatabase();
    private Connection connection;
    private GaleraSession session;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection(url);
        session = new GaleraSession(connection);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        MariaDbServer.drop(url);
    }

    /** Returns the state of this server as if it belonged to a cluster, because it has no cluster address. */
    private GaleraServerState view() throws SQLException {
        GaleraServerState seen = session.readState();
        return new GaleraServerState(
                seen.serverName(),
                "here:1",
                true,
                true,
                List.of("here:1"),
                seen.designatedWriter(),
                seen.serverClockMillis(),
                0);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void shouldKnowAServerAlone() throws SQLException {
        assertThat(session.isInCluster()).isFalse();
        assertThat(session.isWriter()).isFalse();
        assertThat(session.readState().designatedWriter()).isNull();
    }

    @Test
    @DisplayName("only one of two concurrent changes of the designated writer succeeds")
    void shouldAgreeOnce() throws SQLException {
        GaleraServerState before = view();
        assertThat(session.designate(before)).isTrue();
        assertThat(session.isWriter()).isTrue();
        assertThat(session.designate(before)).isFalse();
        GaleraServerState agreed = view();
        assertThat(agreed.designatedWriter())
                .isEqualTo(new DesignatedWriter(1, before.serverClockMillis(), before.serverName(), "here:1"));
        execute(ELSEWHERE);
        assertThat(session.isWriter()).isFalse();
        assertThat(session.designate(view())).isTrue();
        assertThat(view().isWriter()).isTrue();
        assertThat(session.designate(agreed)).isFalse();
        assertThat(view().designatedWriter().version()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "a batch and a transaction fail on another server than the designated writer, as if it were unreachable")
    void shouldRefuseAnotherServer() throws SQLException {
        assertThat(session.designate(view())).isTrue();
        execute("INSERT INTO restante_pipeline VALUES (7, 0, 3, TRUE, 0, NULL, 0, 0)");
        String setting = new MariaDbDialect(false, 0, new WriterServerConnector(List.of(), "here", 0))
                .transactionSettings(1_000)[0];
        try (StatementCache statements = new StatementCache(connection)) {
            assertThat(fence(statements, 4, 3)).isTrue();
            execute(setting);
            execute(ELSEWHERE);
            for (SQLException refused : List.of(
                    catchThrowableOfType(SQLException.class, () -> fence(statements, 5, 4)),
                    catchThrowableOfType(SQLException.class, () -> execute(setting)))) {
                assertThat(refused.getErrorCode()).isEqualTo(GaleraSession.WRONG_SERVER);
                assertThat(new SqlFailureClassifier(new MariaDbFailureCodes()).kindOf(refused))
                        .isEqualTo(StoreFailureKind.UNAVAILABLE);
            }
        }
    }

    private static boolean fence(StatementCache statements, long batch, long former) throws SQLException {
        return PipelineFence.write(
                statements,
                PipelineFence.SQL + " AND " + GaleraSession.REQUIRE_WRITER + " = 1",
                7,
                0,
                new BatchFence(
                        batch,
                        0,
                        former,
                        new EntityPresenceCache(),
                        unused -> new StoreException(StoreFailureKind.FENCED, "missed", null)));
    }

    @Test
    @DisplayName("a change of the designated writer changes all pipeline rows, so that open batches elsewhere fail")
    void shouldChangeThePipelines() throws SQLException {
        execute("INSERT INTO restante_pipeline VALUES (7, 0, 3, TRUE, 40, NULL, 0, 0)");
        assertThat(session.designate(view())).isTrue();
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT highest_id FROM restante_pipeline WHERE incarnation = 7")) {
            row.next();
            assertThat(row.getLong(1)).isEqualTo(41);
        }
    }
}
