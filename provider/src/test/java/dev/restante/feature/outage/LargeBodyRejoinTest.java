package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.PatternStream;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.SingleByteStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large bodies of a node that was declared dead by other nodes and rejoins. */
@Timeout(180)
class LargeBodyRejoinTest {

    private static final int LENGTH = 4 << 20;

    private final String url = PostgresServer.newDatabase();
    private final RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
    private final List<String> told = new CopyOnWriteArrayList<>();
    private Connection connection;

    @BeforeEach
    void open() throws JMSException {
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(3));
        connection = factory.createConnection();
        connection.setExceptionListener(problem -> told.add(problem.getErrorCode()));
        connection.start();
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private void declareDead() throws SQLException {
        int before = told.size();
        PostgresServer.declareLastNodeDead(url);
        eventually("the node has rejoined", () -> told.size() > before);
    }

    private void awaitNothingLeft() {
        eventually("no row of a large body is left", () -> {
            long rows = 0;
            try (java.sql.Connection database = DriverManager.getConnection(url);
                    Statement statement = database.createStatement()) {
                for (String table : List.of(
                        "large_body",
                        "large_body_chunk",
                        "large_body_reference",
                        "large_body_retention",
                        "deleted_body")) {
                    try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restante_" + table)) {
                        row.next();
                        rows += row.getLong(1);
                    }
                }
            }
            return rows == 0;
        });
    }

    private static void send(Session session, Queue queue, InputStream stream) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.setObjectProperty("JMS_Restante_InputStream", stream);
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
    }

    private static void receiveWhole(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(JmsContract.PATIENCE_MILLIS);
        assertThat(message).isNotNull();
        PatternStream.Check check = new PatternStream.Check();
        message.setObjectProperty("JMS_Restante_OutputStream", check);
        assertThat(check.length()).isEqualTo(LENGTH);
    }

    @Test
    @DisplayName(
            "LRG-02 a send of a large body fails if its node rejoins meanwhile, can be repeated, and leaves nothing")
    void shouldFailASendOnItsWay() throws Exception {
        try (Session session = connection.createSession()) {
            Queue queue = session.createQueue("q");
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> send(session, queue, new Dying()))
                    .satisfies(failed -> assertThat(failed.getErrorCode()).isEqualTo(ErrorCodes.NODE_FENCED));
            awaitNothingLeft();
            send(session, queue, new PatternStream(LENGTH));
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                receiveWhole(consumer);
            }
        }
        awaitNothingLeft();
    }

    /** Stream whose node is declared dead and rejoins after half of the bytes. */
    private final class Dying extends SingleByteStream {
        private final PatternStream pattern = new PatternStream(LENGTH);
        private int left = LENGTH / 2;

        @Override
        protected int next() throws IOException {
            if (left-- == 0) {
                try {
                    declareDead();
                } catch (SQLException e) {
                    throw new IOException(e);
                }
            }
            return pattern.read();
        }
    }

    @Test
    @DisplayName("LRG-02 a transaction that sent a large body is rolled back after a rejoin, and leaves nothing")
    void shouldRollBack() throws Exception {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            Queue queue = session.createQueue("q");
            send(session, queue, new PatternStream(LENGTH));
            declareDead();
            assertThatExceptionOfType(TransactionRolledBackException.class).isThrownBy(session::commit);
            awaitNothingLeft();
        }
    }

    @Test
    @DisplayName("LRG-03 a message whose large body was being read returns with its body after a rejoin")
    void shouldComeBack() throws Exception {
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            Queue queue = session.createQueue("q");
            send(session, queue, new PatternStream(LENGTH));
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                BytesMessage half = (BytesMessage) consumer.receive(JmsContract.PATIENCE_MILLIS);
                half.readBytes(new byte[LENGTH / 2]);
                declareDead();
                receiveWhole(consumer);
                session.createConsumer(queue).receiveNoWait();
            }
            session.recover();
        }
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("q"))) {
            receiveWhole(consumer);
        }
        awaitNothingLeft();
    }
}
