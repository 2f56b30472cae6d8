package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes that move messages between queues, while one node is cut off for longer than its lease and returns. */
@Timeout(180)
class RejoinLedgerTest {

    private static final int MESSAGES = 600;

    private final String url = PostgresServer.newDatabase();
    private final AtomicInteger movedAfterwards = new AtomicInteger();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile boolean rejoined;
    private volatile boolean over;

    private static RestanteConnectionFactory factory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLeaseDuration(Duration.ofSeconds(4));
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    /** Moves messages with one session until the test ends, whatever fails. */
    private void move(Connection connection, boolean slowly) {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageConsumer from = session.createConsumer(session.createQueue("in"));
            MessageProducer to = session.createProducer(session.createQueue("out"));
            while (!over) {
                try {
                    Message message = from.receive(100);
                    if (message == null) {
                        continue;
                    }
                    to.send(message);
                    session.commit();
                    if (rejoined && slowly) {
                        movedAfterwards.incrementAndGet();
                    }
                } catch (JMSException refused) {
                    told.add("move: " + refused.getErrorCode());
                    try {
                        session.rollback();
                    } catch (JMSException again) {
                        told.add("rollback: " + again.getErrorCode());
                    }
                }
            }
        } catch (JMSException e) {
            told.add("ended: " + e);
        }
    }

    private int dead() throws SQLException {
        try (java.sql.Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 2 - count(*) FROM restante_node WHERE alive")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    @DisplayName("RCV-20 no message is lost or duplicated, and the node that was cut off moves messages again")
    void shouldKeepTheLedger() throws Exception {
        RestanteConnectionFactory direct = factory(url);
        List<CompletableFuture<?>> workers = new ArrayList<>();
        try (DatabaseProxy proxy = new DatabaseProxy(url);
                Connection here = direct.createConnection()) {
            RestanteConnectionFactory cut = factory(proxy.url());
            try (Connection away = cut.createConnection();
                    Session session = here.createSession()) {
                away.setExceptionListener(problem -> {
                    told.add(problem.getErrorCode());
                    rejoined |= "RESTANTE-NODE-REJOINED".equals(problem.getErrorCode());
                });
                here.start();
                away.start();
                MessageProducer producer = session.createProducer(session.createQueue("in"));
                for (int i = 0; i < MESSAGES / 2; i++) {
                    producer.send(session.createTextMessage("m" + i));
                }
                workers.add(CompletableFuture.runAsync(() -> move(away, true)));
                workers.add(CompletableFuture.runAsync(() -> move(away, true)));
                MessageConsumer moved = here.createSession().createConsumer(session.createQueue("out"));
                List<String> out = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    out.add(text(moved.receive(JmsContract.PATIENCE_MILLIS)));
                }
                proxy.refuse();
                eventually("the node that is cut off is declared dead", () -> dead() == 1);
                workers.add(CompletableFuture.runAsync(() -> move(here, false)));
                proxy.restore();
                eventually("the node has rejoined", () -> rejoined);
                for (int i = MESSAGES / 2; i < MESSAGES; i++) {
                    producer.send(session.createTextMessage("m" + i));
                }
                while (out.size() < MESSAGES) {
                    String next = text(moved.receive(JmsContract.PATIENCE_MILLIS));
                    assertThat(next)
                            .as("received " + out.size() + " messages so far; reports: " + told)
                            .isNotNull();
                    out.add(next);
                }
                Set<String> distinct = new TreeSet<>(out);
                assertThat(distinct).hasSameSizeAs(out).hasSize(MESSAGES);
                assertThat(moved.receiveNoWait()).isNull();
                int i = MESSAGES;
                while (movedAfterwards.get() == 0) {
                    producer.send(session.createTextMessage("m" + i++));
                }
                assertThat(told).noneMatch(each -> each.startsWith("ended"));
            } finally {
                over = true;
                for (CompletableFuture<?> worker : workers) {
                    worker.get(60, TimeUnit.SECONDS);
                }
                cut.close();
            }
        } finally {
            direct.close();
        }
    }

    private static String text(Message message) throws JMSException {
        return message == null ? null : message.getBody(String.class);
    }
}
