package dev.restante.drill;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.JmsContract;
import dev.restante.OutcomeUnknownException;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
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
 * The server has a synchronous standby that is away. A crash then leaves what waited for it visible to all, though
 * nobody has copied it: if the machine is lost next, so is that.
 */
@DisplayName("a PostgreSQL whose synchronous standby has not got what was committed")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class UncopiedCommitTest {

    private static final String AWAY = "away";

    /** A commit that has something to copy. */
    private static final String WRITE = "SELECT pg_logical_emit_message(TRUE, '', '')";

    private static final String MESSAGES = "SELECT count(*) FROM restante_message";

    private static final String END_WAITS =
            "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private final PostgresProcesses database;
    private final RestanteConnectionFactory factory;

    UncopiedCommitTest() throws IOException {
        database = new PostgresProcesses();
        factory = new RestanteConnectionFactory(database.url());
        factory.setLingerDuration(Duration.ZERO);
    }

    @AfterEach
    void close() throws IOException, JMSException, SQLException {
        standby("");
        factory.close();
        database.close();
    }

    /** A server that recovers tells nothing. */
    private String ask(String question) {
        try (java.sql.Connection direct = database.connect();
                Statement statement = direct.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        } catch (SQLException recovering) {
            return "";
        }
    }

    /** From now on a standby has to confirm what is committed; none has a name. */
    private void standby(String name) throws SQLException {
        try (java.sql.Connection direct = database.connect();
                Statement statement = direct.createStatement()) {
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
            statement.execute("SELECT pg_reload_conf()");
        }
        eventually("the server knows it", () -> ask("SHOW synchronous_standby_names")
                .equals(name));
    }

    /** Commits wait from now on. The server's checkpointer tells them to, some time after the setting is known. */
    private void standbyAway() throws Exception {
        standby(AWAY);
        try (java.sql.Connection writer = database.connect();
                Statement statement = writer.createStatement()) {
            long process = PostgresProcesses.backend(writer);
            CompletableFuture<Boolean> waited = JmsContract.onOtherThread(() -> {
                do {
                    statement.execute(WRITE);
                } while (statement.getWarnings() == null);
                return true;
            });
            eventually("a commit waits", () -> ask(END_WAITS + " AND pid = " + process)
                    .equals("1"));
            assertThat(JmsContract.result(waited)).isTrue();
        }
    }

    private void awaitWaitForStandby() {
        eventually(
                "something waits for the standby",
                () -> !ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                        .matches("0?"));
    }

    private void awaitVisible() {
        eventually("all see it", () -> ask(MESSAGES).equals("1"));
    }

    /** What asks is waiting: it has seen the commit, and is not sure of it. */
    private void crash() throws SQLException {
        awaitWaitForStandby();
        database.crash();
        awaitVisible();
        awaitWaitForStandby();
    }

    @Test
    @DisplayName("SND-09 who waits is not told that it is committed before the standby has got it")
    void shouldNotConfirmBeforeItIsCopied() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            MessageProducer producer = session.createProducer(queue);
            standbyAway();
            CompletableFuture<Boolean> sent = JmsContract.onOtherThread(() -> {
                producer.send(session.createTextMessage("uncopied"));
                return true;
            });
            crash();
            assertThat(sent).isNotDone();
            standby("");
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
    @DisplayName("SND-09 who waits is not told that it is committed when somebody has ended the wait for the standby")
    void shouldNotConfirmWhatNobodyWaitsFor(int length) throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            standbyAway();
            CompletableFuture<Boolean> sent = JmsContract.onOtherThread(() -> {
                producer.send(session.createTextMessage("u".repeat(length)));
                return true;
            });
            eventually("all see it", () -> {
                ask(END_WAITS);
                return ask(MESSAGES).equals("1");
            });
            awaitWaitForStandby();
            assertThat(sent).isNotDone();
            standby("");
            assertThat(JmsContract.result(sent)).isTrue();
            assertThat(ask(MESSAGES)).isEqualTo("1");
        }
    }

    @Test
    @DisplayName("SND-09 who asks later is not told that it is committed before the standby has got it")
    void shouldNotTellBeforeItIsCopied() throws Exception {
        factory.setStoreTimeout(Duration.ofSeconds(3));
        try (Connection connection = factory.createConnection();
                RestanteAdmin admin = factory.admin();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue("q"))) {
            standbyAway();
            Message message = session.createTextMessage("uncopied");
            String token = catchThrowableOfType(OutcomeUnknownException.class, () -> producer.send(message))
                    .getToken();
            crash();
            assertThat(outcome(admin, token)).isEqualTo(CommitOutcome.UNDECIDED);
            standby("");
            eventually("it is known", () -> outcome(admin, token) == CommitOutcome.COMMITTED);
        }
    }

    /** A store that does not answer has not decided. */
    private static CommitOutcome outcome(RestanteAdmin admin, String token) throws JMSException {
        try {
            return admin.outcome(token);
        } catch (JMSException e) {
            assertThat(e.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
            return CommitOutcome.UNDECIDED;
        }
    }
}
