package dev.restante.store.jdbc.mariadb.galera;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.KnownEntities;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.StoreFailures;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.mariadb.MariaDbFailureCodes;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what sessions find out about the server of a cluster that all nodes write to")
@OnMariaDb
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

    /** This server is none of a cluster, and has no address. */
    private ServerView view() throws SQLException {
        ServerView seen = session.look();
        return new ServerView(
                seen.server(), "here:1", true, true, List.of("here:1"), seen.agreed(), seen.nowMillis(), 0);
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
        assertThat(session.look().agreed()).isNull();
    }

    @Test
    @DisplayName("of two who would change the writer, one does")
    void shouldAgreeOnce() throws SQLException {
        ServerView before = view();
        assertThat(session.agree(before)).isTrue();
        assertThat(session.isWriter()).isTrue();
        assertThat(session.agree(before)).isFalse();
        ServerView agreed = view();
        assertThat(agreed.agreed()).isEqualTo(new AgreedServer(1, before.nowMillis(), before.server(), "here:1"));
        execute(ELSEWHERE);
        assertThat(session.isWriter()).isFalse();
        assertThat(session.agree(view())).isTrue();
        assertThat(view().isWriter()).isTrue();
        assertThat(session.agree(agreed)).isFalse();
        assertThat(view().agreed().change()).isEqualTo(3);
    }

    @Test
    @DisplayName("a batch and a transaction fail on any other server, as on one that can't be reached")
    void shouldRefuseAnotherServer() throws SQLException {
        assertThat(session.agree(view())).isTrue();
        execute("INSERT INTO restante_pipeline VALUES (7, 0, 3, TRUE, 0, NULL, 0, 0)");
        String setting =
                new MariaDbDialect(false, 0, new AgreedWriter(List.of(), "here", 0)).transactionSettings(1_000)[0];
        try (StatementCache statements = new StatementCache(connection)) {
            assertThat(fence(statements, 4, 3)).isTrue();
            execute(setting);
            execute(ELSEWHERE);
            for (SQLException refused : List.of(
                    catchThrowableOfType(SQLException.class, () -> fence(statements, 5, 4)),
                    catchThrowableOfType(SQLException.class, () -> execute(setting)))) {
                assertThat(refused.getErrorCode()).isEqualTo(GaleraSession.WRONG_SERVER);
                assertThat(new StoreFailures(new MariaDbFailureCodes()).kindOf(refused))
                        .isEqualTo(Kind.UNAVAILABLE);
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
                        new KnownEntities(),
                        unused -> new StoreException(Kind.FENCED, "missed", null)));
    }

    @Test
    @DisplayName("a change of the writer undoes what a batch has begun on another server, whose pipeline it changes")
    void shouldChangeThePipelines() throws SQLException {
        execute("INSERT INTO restante_pipeline VALUES (7, 0, 3, TRUE, 40, NULL, 0, 0)");
        assertThat(session.agree(view())).isTrue();
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT highest_id FROM restante_pipeline WHERE incarnation = 7")) {
            row.next();
            assertThat(row.getLong(1)).isEqualTo(41);
        }
    }
}
