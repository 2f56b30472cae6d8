package dev.restante.drill;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.api.OutcomeUnknownException;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test of a server whose synchronous standby is away. After a crash, commits that waited for the standby are visible
 * although no standby has copied them. If the machine is lost next, these commits are lost, too.
 */
@DisplayName("PostgreSQL with commits that its synchronous standby has not copied")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class UnreplicatedCommitTest {

    private static final String ABSENT_STANDBY = "away";

    /** Commit that writes data for the standby. */
    private static final String WRITE = "SELECT pg_logical_emit_message(TRUE, '', '')";

    private static final String MESSAGES = "SELECT count(*) FROM restante_message";

    private static final String CANCEL_WAITS =
            "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private final PostgresProcesses database;
    private final RestanteConnectionFactory factory;

    UnreplicatedCommitTest() throws IOException {
        database = new PostgresProcesses();
        factory = new RestanteConnectionFactory(database.url());
        factory.setLingerDuration(Duration.ZERO);
    }

    @AfterEach
    void close() throws IOException, JMSException, SQLException {
        setStandby("");
        factory.close();
        database.close();
    }

    /** Returns the result of a query, or an empty text while the server recovers. */
    private String query(String sql) {
        try (java.sql.Connection direct = database.connect();
                Statement statement = direct.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        } catch (SQLException recovering) {
            return "";
        }
    }

    /** Sets the standby that must confirm commits, or none for an empty name. */
    private void setStandby(String name) throws SQLException {
        try (java.sql.Connection direct = database.connect();
                Statement statement = direct.createStatement()) {
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
            statement.execute("SELECT pg_reload_conf()");
        }
        eventually("the server applied synchronous_standby_names", () -> query("SHOW synchronous_standby_names")
                .equals(name));
    }

    /**
     * Makes commits wait for an absent standby. The server's checkpointer applies the setting some time after it is
     * visible.
     */
    private void awaitCommitsBlocked() throws Exception {
        setStandby(ABSENT_STANDBY);
        try (java.sql.Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            long process = PostgresProcesses.backend(writer);
            CompletableFuture<Boolean> waited = JmsContract.onOtherThread(() -> {
                do {
                    statement.execute(WRITE);
                } while (statement.getWarnings() == null);
                return true;
            });
            eventually("a commit waits for the standby", () -> query(CANCEL_WAITS + " AND pid = " + process)
                    .equals("1"));
            assertThat(JmsContract.result(waited)).isTrue();
        }
    }

    private void awaitWaitForStandby() {
        eventually("a server process waits for the standby", () -> !query(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                .matches("0?"));
    }

    private void awaitVisible() {
        eventually("the message is visible to all transactions", () -> query(MESSAGES)
                .equals("1"));
    }

    /**
     * Crashes the server while a commit waits. Afterwards a query of the outcome sees the commit and waits for the
     * standby.
     */
    private void crash() throws SQLException {
        awaitWaitForStandby();
        database.crash();
        awaitVisible();
        awaitWaitForStandby();
    }

    @Test
    @DisplayName("SND-09 a waiting sender gets no confirmation before the standby has copied the commit")
    void shouldNotConfirmBeforeItIsCopied() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            MessageProducer producer = session.createProducer(queue);
            awaitCommitsBlocked();
            CompletableFuture<Boolean> sent = JmsContract.onOtherThread(() -> {
                producer.send(session.createTextMessage("uncopied"));
                return true;
            });
            crash();
            assertThat(sent).isNotDone();
            setStandby("");
            assertThat(JmsContract.result(sent)).isTrue();
            try (Session other = connection.createSession();
                    MessageConsumer consumer = other.createConsumer(queue)) {
                assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("uncopied");
                JmsContract.assertNothing(consumer);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1 << 20})
    @DisplayName(
            "SND-09 a waiting sender gets no confirmation when an administrator has cancelled the wait for the standby")
    void shouldNotConfirmWhatNobodyWaitsFor(int length) throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            awaitCommitsBlocked();
            CompletableFuture<Boolean> sent = JmsContract.onOtherThread(() -> {
                producer.send(session.createTextMessage("u".repeat(length)));
                return true;
            });
            eventually("the message is visible to all transactions", () -> {
                query(CANCEL_WAITS);
                return query(MESSAGES).equals("1");
            });
            awaitWaitForStandby();
            assertThat(sent).isNotDone();
            setStandby("");
            assertThat(JmsContract.result(sent)).isTrue();
            assertThat(query(MESSAGES)).isEqualTo("1");
        }
    }

    @Test
    @DisplayName("SND-09 a later query of the outcome gets no confirmation before the standby has copied the commit")
    void shouldNotTellBeforeItIsCopied() throws Exception {
        factory.setStoreTimeout(Duration.ofSeconds(3));
        try (Connection connection = factory.createConnection();
                RestanteAdmin admin = factory.admin();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue("q"))) {
            awaitCommitsBlocked();
            Message message = session.createTextMessage("uncopied");
            String token = catchThrowableOfType(OutcomeUnknownException.class, () -> producer.send(message))
                    .getToken();
            crash();
            assertThat(outcome(admin, token)).isEqualTo(CommitOutcome.UNDECIDED);
            setStandby("");
            eventually("the outcome is known", () -> outcome(admin, token) == CommitOutcome.COMMITTED);
        }
    }

    /** Returns the outcome. An unreachable store counts as undecided. */
    private static CommitOutcome outcome(RestanteAdmin admin, String token) throws JMSException {
        try {
            return admin.outcome(token);
        } catch (JMSException e) {
            assertThat(e.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
            return CommitOutcome.UNDECIDED;
        }
    }
}
