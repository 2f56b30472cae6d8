package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of connections, client ids and the scope of a provider. */
@ExtendWith(JmsFixtureExtension.class)
final class ConnectionConformance {

    @Test
    @DisplayName("GEN-03 CON-30 a queue connection factory creates connections and contexts of all API families")
    void shouldServeAllApiFamilies(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        QueueConnectionFactory factory = (QueueConnectionFactory) jms.factory();
        QueueConnection legacy = jms.closeAfterTest(factory.createQueueConnection());
        Connection classic = jms.closeAfterTest(factory.createConnection());
        JMSContext simplified = jms.closeAfterTest(factory.createContext());
        QueueSession session = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createSender(queue).send(session.createTextMessage("legacy"));
        Session other = classic.createSession();
        classic.start();

        assertThat(JmsFixture.nextText(other.createConsumer(queue))).isEqualTo("legacy");
        simplified.createProducer().send(queue, "simplified");
        legacy.start();
        assertThat(session.createReceiver(queue)).isNotNull();
    }

    @Test
    @DisplayName("GEN-04 threads share a connection and its destinations if each thread has its own session")
    void shouldBeSharedByThreads(JmsFixture jms) throws Exception {
        int threads = 8;
        Queue queue = jms.queue();
        Connection connection = jms.closeAfterTest(jms.factory().createConnection());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> senders = Collections.nCopies(threads, () -> {
                try (Session session = connection.createSession()) {
                    session.createProducer(queue).send(session.createTextMessage("shared"));
                }
                return null;
            });
            for (Future<Void> sent : pool.invokeAll(senders)) {
                sent.get();
            }
        } finally {
            pool.shutdown();
        }

        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        connection.start();
        for (int i = 0; i < threads; i++) {
            assertThat(JmsFixture.nextText(consumer)).isEqualTo("shared");
        }
    }

    @Test
    @DisplayName("GEN-06 GEN-07 createQueue wraps a name without a check that the queue exists")
    void shouldWrapNames(JmsFixture jms) throws Exception {
        String name = jms.uniqueName();

        assertThat(jms.session().createQueue(name).getQueueName()).isEqualTo(name);
    }

    @Test
    @DisplayName("GEN-06 GEN-07 createTopic wraps a name without a check that the topic exists")
    void shouldWrapTopicNames(JmsFixture jms) throws Exception {
        String name = jms.uniqueName();

        assertThat(jms.session().createTopic(name).getTopicName()).isEqualTo(name);
    }

    @Test
    @DisplayName("GEN-08 queues are equal if and only if their names are equal")
    void shouldCompareByName(JmsFixture jms) throws Exception {
        String name = jms.uniqueName();
        Session session = jms.session();

        assertThat(session.createQueue(name))
                .isEqualTo(session.createQueue(name))
                .hasSameHashCodeAs(session.createQueue(name));
        assertThat(session.createQueue(name)).isNotEqualTo(session.createQueue(jms.uniqueName()));
    }

    @Test
    @DisplayName("GEN-08 a queue is not equal to a topic with the same name")
    void shouldTellQueuesFromTopics(JmsFixture jms) throws Exception {
        String name = jms.uniqueName();
        Session session = jms.session();

        assertThat((Object) session.createQueue(name)).isNotEqualTo(session.createTopic(name));
    }

    @Test
    @DisplayName("GEN-10 a session can send a message that another session created, even if that session is closed")
    void shouldSendMessagesOfOtherSessions(JmsFixture jms) throws Exception {
        Session maker = jms.session();
        TextMessage message = maker.createTextMessage("x");
        maker.close();

        assertThat(jms.<TextMessage>sendAndReceive(message).getText()).isEqualTo("x");
    }

    @Test
    @DisplayName("GEN-13 the meta data name version 3.1 and the provider")
    void shouldDescribeItself(JmsFixture jms) throws Exception {
        ConnectionMetaData metaData = jms.stoppedConnection().getMetaData();

        assertThat(metaData.getJMSVersion()).isEqualTo("3.1");
        assertThat(metaData.getJMSMajorVersion()).isEqualTo(3);
        assertThat(metaData.getJMSMinorVersion()).isEqualTo(1);
        assertThat(metaData.getJMSProviderName()).isNotBlank();
        assertThat(metaData.getProviderVersion()).startsWith(metaData.getProviderMajorVersion() + ".");
    }

    @Test
    @DisplayName("CON-07 stop waits for a running listener")
    void shouldWaitForListenersOnStop(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.connection();
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean returned = new AtomicBoolean();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            running.countDown();
            pause();
            returned.set(true);
        });
        jms.send(queue, "x");
        assertThat(running.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();

        connection.stop();

        assertThat(returned).isTrue();
    }

    private static void pause() {
        try {
            Thread.sleep(JmsFixture.SILENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("CON-08 the timeout of receive also runs while the connection is stopped")
    void shouldTimeOutWhileStopped(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "x");
        MessageConsumer consumer = jms.stoppedConnection().createSession().createConsumer(queue);

        assertThat(consumer.receive(50)).isNull();
    }

    private interface RejectedCall {
        void call(Connection connection, Session session) throws JMSException;
    }

    private static Throwable thrownInListener(JmsFixture jms, RejectedCall refused) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.connection();
        Session session = connection.createSession();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                refused.call(connection, session);
                thrown.complete(null);
            } catch (JMSException | RuntimeException e) {
                thrown.complete(e);
            }
        });
        jms.send(queue, "x");
        return thrown.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Test
    @DisplayName("CON-09 a listener cannot stop its connection")
    void shouldRefuseToStopInAListener(JmsFixture jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> connection.stop()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-18 a listener cannot close its connection")
    void shouldRefuseToCloseTheConnectionInAListener(JmsFixture jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> connection.close()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("SES-08 a listener cannot close its session")
    void shouldRefuseToCloseTheSessionInAListener(JmsFixture jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> session.close()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-12 CON-14 close ends pending receives")
    void shouldEndReceivesOnClose(JmsFixture jms) throws Exception {
        Connection connection = jms.connection();
        MessageConsumer consumer = connection.createSession().createConsumer(jms.queue());
        CompletableFuture<Message> received = CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.receive();
            } catch (JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
        });
        pause();

        connection.close();

        assertThat(received.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isNull();
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-16 CON-17 EXC-04 after close every call except close fails, and messages stay readable")
    void shouldRefuseWhenClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.connection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        producer.send(session.createTextMessage("x"));
        Message message = JmsFixture.next(consumer);
        connection.close();
        connection.close();
        session.close();
        producer.close();
        consumer.close();

        assertThat(message.getBody(String.class)).isEqualTo("x");
        assertThatThrownBy(connection::createSession).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::start).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::stop).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::getClientID).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::getExceptionListener).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::getMetaData).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getPriority).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageSelector).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-19 a connection has the client id of its factory, which cannot be changed")
    void shouldUseTheFactorysClientId(JmsFixture jms) throws Exception {
        String clientId = jms.uniqueName();
        ConnectionFactory factory = jms.factory(clientId);
        Connection connection = jms.closeAfterTest(factory.createConnection());

        assertThat(connection.getClientID()).isEqualTo(clientId);
        assertThatThrownBy(() -> connection.setClientID("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-20 a client id can be set only once and before any other use of the connection")
    void shouldRefuseALateClientId(JmsFixture jms) throws Exception {
        Connection used = jms.stoppedConnection();
        used.createSession();
        assertThatThrownBy(() -> used.setClientID(jms.uniqueName())).isInstanceOf(IllegalStateException.class);

        Connection named = jms.stoppedConnection();
        named.setClientID(jms.uniqueName());
        assertThatThrownBy(() -> named.setClientID(jms.uniqueName())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-21 CON-22 EXC-06 a client id in use is rejected until its connection closes")
    void shouldRefuseAClientIdInUse(JmsFixture jms) throws Exception {
        String clientId = jms.uniqueName();
        Connection first = jms.stoppedConnection();
        first.setClientID(clientId);
        Connection second = jms.stoppedConnection();
        assertThatThrownBy(() -> second.setClientID(clientId)).isInstanceOf(InvalidClientIDException.class);
        JMSContext third = jms.context();
        assertThatThrownBy(() -> third.setClientID(clientId)).isInstanceOf(InvalidClientIDRuntimeException.class);

        first.close();

        Connection fourth = jms.stoppedConnection();
        fourth.setClientID(clientId);
        assertThat(fourth.getClientID()).isEqualTo(clientId);
    }

    @Test
    @DisplayName("CON-24 the connection returns the exception listener that was set")
    void shouldKeepTheExceptionListener(JmsFixture jms) throws Exception {
        Connection connection = jms.stoppedConnection();
        ExceptionListener listener = exception -> {};
        assertThat(connection.getExceptionListener()).isNull();
        connection.setExceptionListener(listener);
        assertThat(connection.getExceptionListener()).isSameAs(listener);
        connection.setExceptionListener(null);
        assertThat(connection.getExceptionListener()).isNull();
    }

    @Test
    @DisplayName("CON-28 SES-13 a transacted session ignores the acknowledgement mode")
    void shouldIgnoreTheModeOfTransactedSessions(JmsFixture jms) throws Exception {
        Connection connection = jms.stoppedConnection();

        assertThat(connection.createSession(true, Session.AUTO_ACKNOWLEDGE).getAcknowledgeMode())
                .isEqualTo(Session.SESSION_TRANSACTED);
        assertThat(connection.createSession(true, Session.AUTO_ACKNOWLEDGE).getTransacted())
                .isTrue();
        assertThat(connection.createSession().getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        assertThat(connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE).getAcknowledgeMode())
                .isEqualTo(Session.DUPS_OK_ACKNOWLEDGE);
        assertThat(connection.createSession(Session.CLIENT_ACKNOWLEDGE).getTransacted())
                .isFalse();
    }

    @Test
    @DisplayName("CON-29 an unknown acknowledgement mode is rejected")
    void shouldRefuseUnknownModes(JmsFixture jms) throws Exception {
        Connection connection = jms.stoppedConnection();
        ConnectionFactory factory = jms.factory();

        assertThatThrownBy(() -> connection.createSession(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> factory.createContext(-1)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    @DisplayName("EXC-02 a queue session rejects calls for topics")
    void shouldRefuseTopicsOnAQueueSession(JmsFixture jms) throws Exception {
        QueueSession session = jms.closeAfterTest(((QueueConnectionFactory) jms.factory()).createQueueConnection())
                .createQueueSession(false, Session.AUTO_ACKNOWLEDGE);

        assertThatThrownBy(() -> session.createTopic("t")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createTemporaryTopic).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.unsubscribe("s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createDurableSubscriber(null, "s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createDurableConsumer(null, "s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(null, "s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(null, "s"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("EXC-01 a queue connection rejects connection consumers of topics")
    void shouldRefuseTopicsOnAQueueConnection(JmsFixture jms) throws Exception {
        QueueConnection connection =
                jms.closeAfterTest(((QueueConnectionFactory) jms.factory()).createQueueConnection());

        assertThatThrownBy(() -> connection.createSharedConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createDurableConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createSharedDurableConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
    }
}
