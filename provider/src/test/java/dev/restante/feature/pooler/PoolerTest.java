package dev.restante.feature.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PgBouncer;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Several nodes behind a real pgbouncer, which shares a few server sessions among all nodes. The tests are skipped if
 * pgbouncer is not installed, unless the profile requires it.
 */
@Tag("pgbouncer")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class PoolerTest {

    private static final int NODES = 3;
    private static final int TRANSACTIONS = 250;
    private static final int PAIR = 2;
    private static final int SESSIONS = 6;

    @TempDir
    private Path folder;

    private final String directUrl = PostgresServer.newDatabase();
    private PgBouncer pooler;

    @BeforeEach
    final void requireProgram() {
        if (!Boolean.getBoolean("restante.pgbouncer.required")) {
            assumeThat(PgBouncer.isInstalled()).isTrue();
        }
    }

    @AfterEach
    final void close() throws IOException {
        if (pooler != null) {
            pooler.close();
        }
    }

    /** Creates a factory with its own node, because its URL is unique. */
    private RestanteConnectionFactory node(int number) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(
                pooler.url() + (pooler.url().contains("?") ? "&" : "?") + "ApplicationName=node" + number);
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    @Test
    @DisplayName(
            "SND-01, TXN-16 behind a transaction-mode pooler, several nodes lose no message and split no transaction")
    void shouldWorkInTransactionMode() throws Exception {
        pooler = PgBouncer.start(directUrl, "transaction", SESSIONS, folder);
        List<RestanteConnectionFactory> nodes = new ArrayList<>();
        List<CompletableFuture<Integer>> working = new ArrayList<>();
        for (int number = 0; number < NODES; number++) {
            int name = number;
            RestanteConnectionFactory factory = node(number);
            nodes.add(factory);
            working.add(JmsContract.onOtherThread(() -> send(factory, name)));
            working.add(JmsContract.onOtherThread(() -> passOn(factory)));
        }
        int sent = 0;
        int passed = 0;
        for (int i = 0; i < working.size(); i++) {
            int count = working.get(i).get(3, TimeUnit.MINUTES);
            sent += i % 2 == 0 ? count : 0;
            passed += i % 2 == 0 ? 0 : count;
        }
        assertThat(sent).isEqualTo(NODES * TRANSACTIONS * PAIR);
        try (Connection connection = nodes.get(0).createConnection()) {
            connection.start();
            passed += passOn(connection);
            Map<String, Integer> texts = new HashMap<>();
            try (Session session = connection.createSession()) {
                MessageConsumer consumer = session.createConsumer(session.createQueue("out"));
                for (Message message = consumer.receiveNoWait(); message != null; message = consumer.receiveNoWait()) {
                    texts.merge(JmsContract.text(message), 1, Integer::sum);
                }
            }
            assertThat(passed).isEqualTo(sent);
            assertThat(texts)
                    .hasSize(sent)
                    .allSatisfy((text, times) -> assertThat(times).as(text).isOne());
        }
        for (RestanteConnectionFactory factory : nodes) {
            factory.close();
        }
        assertNothingLeftBehind();
    }

    private static int send(RestanteConnectionFactory factory, int node) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(session.createQueue("in"));
            for (int i = 0; i < TRANSACTIONS; i++) {
                producer.send(session.createTextMessage(node + "/" + i + "/first"));
                producer.send(session.createTextMessage(node + "/" + i + "/second"));
                session.commit();
            }
            return TRANSACTIONS * PAIR;
        }
    }

    private static int passOn(RestanteConnectionFactory factory) throws JMSException {
        try (Connection connection = factory.createConnection()) {
            connection.start();
            return passOn(connection);
        }
    }

    /** Moves messages until no message has come for a while. */
    private static int passOn(Connection connection) throws JMSException {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageConsumer consumer = session.createConsumer(session.createQueue("in"));
            Queue out = session.createQueue("out");
            MessageProducer producer = session.createProducer(out);
            int passed = 0;
            for (Message message = consumer.receive(3_000); message != null; message = consumer.receive(3_000)) {
                producer.send(session.createTextMessage(JmsContract.text(message)));
                if (++passed % 7 == 0) {
                    session.rollback();
                    passed--;
                    message = consumer.receive(3_000);
                    if (message == null) {
                        return passed;
                    }
                    producer.send(session.createTextMessage(JmsContract.text(message)));
                    passed++;
                }
                session.commit();
            }
            return passed;
        }
    }

    /** Asserts that the shared sessions, which other clients use, too, are unchanged. */
    private void assertNothingLeftBehind() throws SQLException {
        for (int i : IntStream.range(0, 2 * SESSIONS).toArray()) {
            try (java.sql.Connection other = DriverManager.getConnection(pooler.url() + "&prepareThreshold=0");
                    Statement statement = other.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT (SELECT count(*) FROM pg_prepared_statements), current_setting('enable_seqscan'), current_setting('lock_timeout')")) {
                row.next();
                assertThat(row.getInt(1))
                        .as("prepared statements in query " + i)
                        .isZero();
                assertThat(row.getString(2)).isEqualTo("on");
                assertThat(row.getString(3)).isEqualTo("0");
            }
        }
    }

    @Test
    @DisplayName("a session-mode pooler works like a server")
    void shouldWorkInSessionMode() throws Exception {
        pooler = PgBouncer.start(directUrl, "session", 50, folder);
        try (RestanteConnectionFactory here = node(1);
                RestanteConnectionFactory there = node(2);
                Connection sending = here.createConnection();
                Connection receiving = there.createConnection()) {
            receiving.start();
            Session session = sending.createSession();
            Session other = receiving.createSession();
            MessageConsumer consumer = other.createConsumer(other.createQueue("q"));
            JmsContract.send(session, session.createQueue("q"), "through");
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("through");
            assertThat(listening()).as("sessions that listen").isNotZero();
        }
    }

    private long listening() throws SQLException {
        try (java.sql.Connection direct = DriverManager.getConnection(directUrl);
                Statement statement = direct.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName("prepared statements, which would stay in shared sessions, are rejected with a remedy")
    void shouldRefusePreparedStatements() throws Exception {
        pooler = PgBouncer.start(directUrl, "transaction", SESSIONS, folder);
        PGSimpleDataSource given = new PGSimpleDataSource();
        given.setUrl(pooler.url());
        assertThatThrownBy(() -> new RestanteConnectionFactory(given).createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("prepareThreshold");
        assertThatThrownBy(() -> new RestanteConnectionFactory(pooler.url() + "&prepareThreshold=5").createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("prepareThreshold");
        given.setPrepareThreshold(0);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(given);
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            JmsContract.send(session, session.createQueue("q"), "given");
        }
    }
}
