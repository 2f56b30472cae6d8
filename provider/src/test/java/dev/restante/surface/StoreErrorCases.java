package dev.restante.surface;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.FaultInjectingDataSource;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** Errors of stores that cannot be opened, that fail, or that declare a node dead. */
final class StoreErrorCases {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(2);

    /** Statement of every batch. */
    private static final String BATCH = "UPDATE restante_pipeline SET last_batch = ?";

    private final ErrorTexts texts;

    StoreErrorCases(ErrorTexts texts) {
        this.texts = texts;
    }

    void provoke() throws Exception {
        opening();
        credentials();
        unreachable();
        lostCommits();
        declaredDead();
    }

    private static RestanteConnectionFactory factory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    private void rejected(String code, String name, RestanteConnectionFactory factory) throws JMSException {
        try (factory) {
            texts.expect(code, name, factory::createConnection);
        }
    }

    private void opening() throws Exception {
        RestanteConnectionFactory embedded = factory("jdbc:hsqldb:mem:error-texts");
        embedded.setCreateStore(false);
        rejected(ErrorCodes.STORE_FAILED, "open a store in memory that does not exist", embedded);
        String empty = PostgresServer.newEmptyDatabase();
        RestanteConnectionFactory server = factory(empty);
        server.setCreateStore(false);
        rejected(ErrorCodes.STORE_FAILED, "open a database without a store", server);
        rejected(
                ErrorCodes.STORE_FAILED,
                "open a database that does not exist",
                factory(empty.replaceFirst("/test_\\d+", "/nowhere")));
        rejected(ErrorCodes.STORE_FAILED, "open a database without a driver", factory("jdbc:oracle:thin:@db:1521/x"));
        String newer = PostgresServer.newDatabase();
        try (java.sql.Connection database = DriverManager.getConnection(newer);
                Statement statement = database.createStatement()) {
            statement.execute("INSERT INTO restante_schema (version, file) VALUES (1000, 'new.sql')");
        }
        rejected(ErrorCodes.STORE_FAILED, "open a store of a newer release", factory(newer));
    }

    private void credentials() throws JMSException {
        try (RestanteConnectionFactory factory = factory("jdbc:hsqldb:mem:error-texts-credentials");
                Connection connection = factory.createConnection()) {
            assertThat(connection.getMetaData()).isNotNull();
            texts.expect(
                    ErrorCodes.SECURITY,
                    "a password that the store rejects",
                    () -> factory.createConnection("SA", "x"));
            texts.expect(ErrorCodes.SECURITY, "a user with NUL", () -> factory.createConnection("a\0b", "x"));
        }
        RestanteConnectionFactory stranger =
                factory(PostgresServer.newDatabase().replace("user=", "nobody="));
        stranger.setUser("stranger");
        rejected(ErrorCodes.SECURITY, "a user that the server rejects", stranger);
    }

    private void unreachable() throws Exception {
        try (DatabaseProxy proxy = new DatabaseProxy(PostgresServer.newDatabase())) {
            proxy.stopListening();
            RestanteConnectionFactory factory = factory(proxy.url());
            factory.setStoreTimeout(STORE_TIMEOUT);
            rejected(ErrorCodes.STORE_UNAVAILABLE, "open a database whose server is down", factory);
        }
    }

    private void lostCommits() throws Exception {
        PGSimpleDataSource postgres = new PGSimpleDataSource();
        postgres.setUrl(PostgresServer.newDatabase());
        FaultInjectingDataSource database = new FaultInjectingDataSource(postgres);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database)) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setStoreTimeout(STORE_TIMEOUT);
            Connection connection = factory.createConnection();
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue("orders");
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createMessage());
            database.breakCommitOf(BATCH, BreakPoint.AFTER, true);
            texts.expect(
                    ErrorCodes.OUTCOME_UNKNOWN,
                    "send while the answer to COMMIT is lost",
                    () -> producer.send(session.createMessage()));
            texts.expect(
                    ErrorCodes.STORE_UNAVAILABLE,
                    "send while an earlier outcome is unknown",
                    () -> producer.send(session.createMessage()));
            texts.expect(
                    ErrorCodes.STORE_UNAVAILABLE,
                    "create a queue while the database refuses connections",
                    () -> session.createProducer(session.createQueue("refunds")));
            database.restore();
            eventually("the store answers", () -> sends(producer, session));
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            transacted.createProducer(queue).send(transacted.createMessage());
            database.breakCommitOf(BATCH, BreakPoint.BEFORE, true);
            texts.expect(ErrorCodes.OUTCOME_UNKNOWN, "commit while the answer to COMMIT is lost", transacted::commit);
            database.restore();
            eventually("the store answers", () -> sends(producer, session));
        } finally {
            database.restore();
        }
    }

    private static boolean sends(MessageProducer producer, Session session) {
        try {
            producer.send(session.createMessage());
            return true;
        } catch (JMSException notYet) {
            return false;
        }
    }

    private void declaredDead() throws Exception {
        String url = PostgresServer.newDatabase();
        BlockingQueue<JMSException> told = new LinkedBlockingQueue<>();
        try (RestanteConnectionFactory factory = factory(url)) {
            Connection connection = factory.createConnection();
            connection.setExceptionListener(told::add);
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue("orders");
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createMessage());
            Session locking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
            PeekLock lock = PeekLock.of(JmsContract.receive(locking.createConsumer(queue)));
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            transacted.createProducer(queue).send(transacted.createMessage());
            PostgresServer.declareLastNodeDead(url);
            texts.expect(
                    ErrorCodes.NODE_FENCED,
                    "send from a node that was declared dead",
                    () -> producer.send(session.createMessage()));
            JMSException rejoined = told.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            texts.add(ErrorCodes.NODE_REJOINED, "a node that joined again", rejoined);
            texts.expect(ErrorCodes.LOCK_LOST, "complete a message after the node joined again", lock::complete);
            texts.expect(
                    ErrorCodes.ROLLED_BACK, "commit a transaction after the node joined again", transacted::commit);
        }
    }
}
