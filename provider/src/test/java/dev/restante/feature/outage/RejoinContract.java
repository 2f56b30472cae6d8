package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import jakarta.jms.TransactionRolledBackException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of a node that was declared dead by other nodes and rejoins. */
@Timeout(120)
abstract class RejoinContract {

    private final SharedServer server;
    private final String url;
    private final RestanteConnectionFactory factory;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private Connection connection;
    private Session session;

    RejoinContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
        this.factory = new RestanteConnectionFactory(url);
    }

    @BeforeEach
    void open() throws JMSException {
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(3));
        connection = factory.createConnection();
        connection.setExceptionListener(problem -> told.add(problem.getErrorCode()));
        session = connection.createSession();
        connection.start();
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        factory.close();
    }

    private void declareDead() throws Exception {
        int before = told.size();
        server.declareLastNodeDead(url);
        eventually("the node has rejoined", () -> told.size() > before);
        assertThat(told).containsOnly("RESTANTE-NODE-REJOINED");
    }

    private static String text(Message message) throws JMSException {
        return message == null ? null : message.getBody(String.class);
    }

    private static String next(MessageConsumer consumer) throws JMSException {
        return text(consumer.receive(JmsContract.PATIENCE_MILLIS));
    }

    @Test
    @DisplayName(
            "RCV-20 after a rejoin, waiting consumers, listeners and producers continue, with selectors and limits, "
                    + "too")
    void shouldGoOn() throws Exception {
        Queue queue = session.createQueue("q");
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer plain = connection.createSession().createConsumer(queue, "color IS NULL");
        MessageConsumer selecting = connection.createSession().createConsumer(queue, "color = 'blue'");
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("narrow", QueueOptions.defaults().withMaxInFlight(1));
        }
        Queue narrow = session.createQueue("narrow");
        JmsContract.send(session, narrow, "in flight");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer holding = transacted.createConsumer(narrow);
        assertThat(next(holding)).isEqualTo("in flight");
        MessageConsumer waiting = connection.createSession().createConsumer(narrow);
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        connection
                .createSession()
                .createConsumer(session.createQueue("listened"))
                .setMessageListener(message -> {
                    try {
                        heard.add(text(message));
                    } catch (JMSException e) {
                        heard.add(e.toString());
                    }
                });
        for (int round = 0; round < 2; round++) {
            CompletableFuture<?> first = JmsContract.waitingOnOtherThread(plain::receive);
            CompletableFuture<?> second = JmsContract.waitingOnOtherThread(selecting::receive);
            CompletableFuture<?> third =
                    round == 0 ? JmsContract.waitingOnOtherThread(waiting::receive) : new CompletableFuture<>();

            declareDead();

            if (round == 0) {
                // The message and the in-flight slot of the transaction are free.
                assertThat(text((Message) third.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)))
                        .isEqualTo("in flight");
                // The close completes the message, whose lock would be lost at the next rejoin.
                waiting.close();
            }
            producer.send(session.createTextMessage("plain " + round));
            Message blue = session.createTextMessage("blue " + round);
            blue.setStringProperty("color", "blue");
            producer.send(blue);
            JmsContract.send(session, session.createQueue("listened"), "heard " + round);
            assertThat(text((Message) first.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)))
                    .isEqualTo("plain " + round);
            assertThat(text((Message) second.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)))
                    .isEqualTo("blue " + round);
            assertThat(heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .isEqualTo("heard " + round);
        }
        assertThat(plain.receiveNoWait()).isNull();
        assertThatExceptionOfType(TransactionRolledBackException.class).isThrownBy(transacted::commit);
    }

    @Test
    @DisplayName("RCV-20 after a rejoin, transactions are rolled back, locks are lost, and messages are redelivered")
    void shouldLoseWhatWasHeld() throws Exception {
        Queue queue = session.createQueue("q");
        JmsContract.send(session, queue, "one");
        JmsContract.send(session, queue, "two");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer receiving = transacted.createConsumer(queue);
        assertThat(next(receiving)).isEqualTo("one");
        MessageProducer sending = transacted.createProducer(session.createQueue("out"));
        sending.send(transacted.createTextMessage("never"));
        Session sendOnly = connection.createSession(Session.SESSION_TRANSACTED);
        sendOnly.createProducer(session.createQueue("out")).send(sendOnly.createTextMessage("never either"));
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer acknowledging = client.createConsumer(queue);
        Message held = acknowledging.receive(JmsContract.PATIENCE_MILLIS);
        assertThat(text(held)).isEqualTo("two");

        declareDead();

        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(held::acknowledge);
        assertThatExceptionOfType(TransactionRolledBackException.class).isThrownBy(transacted::commit);
        assertThatExceptionOfType(TransactionRolledBackException.class).isThrownBy(sendOnly::commit);
        acknowledging.close();
        Message again = receiving.receive(JmsContract.PATIENCE_MILLIS);
        assertThat(text(again)).isEqualTo("one");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(next(receiving)).isEqualTo("two");
        sending.send(transacted.createTextMessage("now"));
        transacted.commit();
        assertThat(next(session.createConsumer(session.createQueue("out")))).isEqualTo("now");
        assertThat(session.createConsumer(session.createQueue("out")).receiveNoWait())
                .isNull();
        assertThat(session.createConsumer(queue).receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("RCV-16, RCV-20 a short receive after a rejoin finds a message, even without an in-flight share")
    void shouldFindWhatThereIs() throws Exception {
        Queue queue = session.createQueue("q");
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        JmsContract.send(session, queue, "before");
        assertThat(next(consumer)).isEqualTo("before");
        assertThat(consumer.receiveNoWait()).isNull();
        declareDead();
        JmsContract.send(session, queue, "after");
        assertThat(text(consumer.receive(1))).isEqualTo("after");
    }

    @Test
    @DisplayName("RCV-20 topics, subscriptions and temporary queues continue after a rejoin")
    void shouldKeepSubscriptions() throws Exception {
        Topic topic = session.createTopic("t");
        MessageConsumer fleeting = connection.createSession().createConsumer(topic);
        MessageConsumer durable = connection.createSession().createSharedDurableConsumer(topic, "s");
        TemporaryQueue replies = session.createTemporaryQueue();
        MessageConsumer answers = connection.createSession().createConsumer(replies);
        MessageProducer producer = session.createProducer(null);
        producer.send(topic, session.createTextMessage("before"));
        assertThat(next(fleeting)).isEqualTo("before");
        assertThat(next(durable)).isEqualTo("before");
        // The next receive acknowledges the messages, which would be redelivered otherwise.
        assertThat(fleeting.receiveNoWait()).isNull();
        assertThat(durable.receiveNoWait()).isNull();

        declareDead();

        producer.send(topic, session.createTextMessage("after"));
        producer.send(replies, session.createTextMessage("answer"));
        assertThat(next(durable)).isEqualTo("after");
        assertThat(next(fleeting)).isEqualTo("after");
        assertThat(next(answers)).isEqualTo("answer");
        // The new incarnation uses the subscriptions, so that another node leaves them alone.
        RestanteConnectionFactory other = new RestanteConnectionFactory(server.withNodeName(url, "other"));
        other.setLingerDuration(Duration.ZERO);
        other.setLeaseDuration(Duration.ofSeconds(3));
        try (Connection elsewhere = other.createConnection()) {
            Session there = elsewhere.createSession();
            there.createProducer(topic).send(there.createTextMessage("from elsewhere"));
            assertThat(next(fleeting)).isEqualTo("from elsewhere");
            assertThat(next(durable)).isEqualTo("from elsewhere");
        } finally {
            other.close();
        }
    }
}
