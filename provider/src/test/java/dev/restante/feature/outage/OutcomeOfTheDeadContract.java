package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.testing.FaultInjectingDataSource;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lost answers to a COMMIT, in an outage longer than the lease. Another node declares the node dead and forgets it
 * before the node knows the outcome.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
abstract class OutcomeOfTheDeadContract {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final String BATCH = "UPDATE restante_pipeline SET last_batch = ?";
    private static final int ROUNDS = Integer.getInteger("restante.outcome.rounds", 4);

    private final SharedServer server;
    private final String url;
    private RestanteConnectionFactory survivors;
    private Connection survivor;

    OutcomeOfTheDeadContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    @BeforeEach
    void open() throws JMSException {
        survivors = new RestanteConnectionFactory(url);
        survivors.setLeaseDuration(LEASE);
        survivors.setLingerDuration(Duration.ZERO);
        survivor = survivors.createConnection();
        survivor.start();
    }

    @AfterEach
    void close() throws JMSException {
        survivors.close();
    }

    /** Node whose connections the test breaks. */
    private final class Victim implements AutoCloseable {
        final FaultInjectingDataSource database;
        final RestanteConnectionFactory factory;
        final Connection connection;

        Victim(Duration storeTimeout) throws JMSException, SQLException {
            database = new FaultInjectingDataSource(server.dataSource(url));
            factory = new RestanteConnectionFactory(database);
            factory.setLeaseDuration(LEASE);
            factory.setStoreTimeout(storeTimeout);
            factory.setLingerDuration(Duration.ZERO);
            connection = factory.createConnection();
            connection.start();
        }

        @Override
        public void close() throws JMSException {
            database.restore();
            factory.close();
        }
    }

    private static void awaitForgotten(Statement statement) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (nodes(statement) > 1) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        }
    }

    private static int nodes(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT count(*) FROM restante_node")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void awaitForgotten() throws Exception {
        try (java.sql.Connection observer = DriverManager.getConnection(url);
                Statement statement = observer.createStatement()) {
            awaitForgotten(statement);
        }
    }

    private List<String> drain(String name) throws JMSException {
        try (Session session = survivor.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(name))) {
            List<String> texts = new ArrayList<>();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(next));
            }
            return texts;
        }
    }

    /**
     * Repeats a call until its COMMIT breaks. On a slow machine, a node can lose its lease before its COMMIT, and then
     * the call fails without effect.
     */
    private static CompletableFuture<Throwable> callUntilBroken(ThrowingCallable call, CountDownLatch broken)
            throws Exception {
        while (true) {
            CompletableFuture<Throwable> calling = JmsContract.onOtherThread(() -> catchThrowable(call));
            boolean done = false;
            while (!done) {
                done = calling.isDone();
                if (broken.await(50, TimeUnit.MILLISECONDS)) {
                    return calling;
                }
            }
            assertThat(JmsContract.result(calling))
                    .as("the call lost its lease")
                    .isNotNull();
        }
    }

    @Test
    @DisplayName(
            "SND-09, RCV-14 a node that is declared dead during a COMMIT still learns and reports the true outcome")
    void shouldFindOutThoughDead() throws Exception {
        for (BreakPoint place : BreakPoint.values()) {
            try (Victim victim = new Victim(Duration.ofMinutes(2))) {
                Session transacted = victim.connection.createSession(Session.SESSION_TRANSACTED);
                CountDownLatch broken = victim.database.breakCommitOf(BATCH, place, true);
                CompletableFuture<Throwable> committing = callUntilBroken(
                        () -> {
                            JmsContract.send(transacted, transacted.createQueue("q"), "in doubt");
                            transacted.commit();
                        },
                        broken);
                awaitForgotten();
                assertThat(committing).isNotDone();
                victim.database.restore();
                Throwable told = JmsContract.result(committing);
                if (place == BreakPoint.AFTER) {
                    assertThat(told).isNull();
                    assertThat(drain("q")).containsExactly("in doubt");
                } else {
                    assertThat(told).isInstanceOf(TransactionRolledBackException.class);
                    assertThat(drain("q")).isEmpty();
                }
            }
        }
    }

    @Test
    @DisplayName("SND-09 after a lost COMMIT answer, a sender gets the true outcome or a token to query it on any node")
    void shouldTellWhatHasHappened() throws Exception {
        Random random = new Random(19);
        List<String> expected = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            String text = "round " + round;
            BreakPoint place = List.of(BreakPoint.values()).get(random.nextInt(2));
            boolean longer = round % 2 == 0;
            boolean inTransaction = random.nextBoolean();
            try (Victim victim = new Victim(longer ? Duration.ofMillis(300) : Duration.ofMinutes(2))) {
                Session session = victim.connection.createSession(
                        inTransaction ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
                CountDownLatch broken = victim.database.breakCommitOf(BATCH, place, true);
                CompletableFuture<Throwable> calling = callUntilBroken(
                        () -> {
                            JmsContract.send(session, session.createQueue("q"), text);
                            if (inTransaction) {
                                session.commit();
                            }
                        },
                        broken);
                if (random.nextBoolean()) {
                    awaitForgotten();
                }
                if (!longer) {
                    victim.database.restore();
                }
                Throwable told = JmsContract.result(calling);
                if (told == null) {
                    expected.add(text);
                } else if (told instanceof OutcomeUnknownException inDoubt) {
                    unknown.add(inDoubt.getToken());
                    CommitOutcome outcome = ask(inDoubt.getToken());
                    assertThat(outcome).isIn(CommitOutcome.COMMITTED, CommitOutcome.NOT_COMMITTED);
                    if (outcome == CommitOutcome.COMMITTED) {
                        expected.add(text);
                    }
                }
            }
        }
        assertThat(unknown).isNotEmpty();
        assertThat(drain("q")).containsExactlyElementsOf(expected);
    }

    private CommitOutcome ask(String token) throws JMSException {
        try (RestanteAdmin admin = survivors.admin()) {
            return admin.outcome(token);
        }
    }
}
