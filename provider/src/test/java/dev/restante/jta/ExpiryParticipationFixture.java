package dev.restante.jta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Base class of tests with a queue whose expired messages wait for a participant, and with a table of the participant.
 */
abstract class ExpiryParticipationFixture {

    static final long PATIENCE_MILLIS = Eventually.PATIENCE_MILLIS;
    static final String DEAD_LETTERS = "q/$DeadLetterQueue";

    static final QueueOptions MORTAL =
            QueueOptions.defaults().withDeadLetterOnExpiry(true).withExpiredTo("expired");

    static final QueueOptions WAITING =
            QueueOptions.defaults().withRedeliveryBackOff(Duration.ofMillis(10), 2, Duration.ofMillis(50), 0);

    final TransactionManager transactions = Narayana.ofTests().transactions();
    final String key = UUID.randomUUID().toString();
    String url;
    RestanteXAConnectionFactory factory;
    RestanteAdmin admin;
    PostgresPartner table;

    abstract String newStoreUrl();

    @BeforeEach
    final void open() throws Exception {
        url = newStoreUrl();
        factory = new RestanteXAConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        admin = factory.admin();
        admin.createQueue("expired", WAITING);
        admin.createQueue("q", MORTAL);
        String database = PostgresServer.newDatabase();
        PostgresPartner.create(database);
        table = new PostgresPartner(database);
    }

    @AfterEach
    final void close() throws Exception {
        try (RestanteXAConnectionFactory closedLast = factory;
                PostgresPartner closedFirst = table) {
            assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            assertThat(admin.transactions().list()).isEmpty();
            assertThat(table.inDoubt()).isZero();
            assertThat(Narayana.ofTests().unfinished()).isEmpty();
        } finally {
            Narayana.ofTests().deleteUnfinished();
        }
    }

    /** Sends a message that has expired when it is stored or soon afterwards. */
    final Message expire(String queue) throws Exception {
        return expire(queue, message -> {}, DeliveryMode.PERSISTENT);
    }

    interface Change {
        void apply(Message message) throws JMSException;
    }

    Message expire(String queue, Change change, int deliveryMode) throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(
                        queue.equals("t") ? session.createTopic(queue) : session.createQueue(queue))) {
            producer.setTimeToLive(1);
            producer.setDeliveryMode(deliveryMode);
            TextMessage message = session.createTextMessage(key);
            change.apply(message);
            producer.send(message);
            return message;
        }
    }

    final ExpiryParticipation participate(ExpiryParticipant participant) throws Exception {
        return ExpiryParticipation.start(factory, "q", transactions, participant);
    }

    final Message awaitDeadLetter() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(DEAD_LETTERS))) {
            connection.start();
            Message dead = consumer.receive(PATIENCE_MILLIS);
            assertThat(dead).as("a dead letter").isNotNull();
            assertThat(consumer.receiveNoWait()).isNull();
            return dead;
        }
    }

    void assertEmpty(String... queues) throws Exception {
        for (String queue : queues) {
            QueueStatistics statistics = admin.statistics(queue);
            assertThat(statistics.available() + statistics.inFlight() + statistics.scheduled())
                    .as(queue)
                    .isZero();
        }
    }
}
