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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Connections, client ids, and the scope of a provider. */
@ExtendWith(JmsOfTest.class)
final class ConnectionRows {

    @Test
    @DisplayName("GEN-03 CON-30 a queue connection factory makes connections and contexts of all API families")
    void shouldServeAllApiFamilies(Jms jms) throws Exception {
        Queue queue = jms.queue();
        QueueConnectionFactory factory = (QueueConnectionFactory) jms.factory();
        QueueConnection legacy = jms.closing(factory.createQueueConnection());
        Connection classic = jms.closing(factory.createConnection());
        JMSContext simplified = jms.closing(factory.createContext());
        QueueSession session = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createSender(queue).send(session.createTextMessage("legacy"));
        Session other = classic.createSession();
        classic.start();

        assertThat(Jms.nextText(other.createConsumer(queue))).isEqualTo("legacy");
        simplified.createProducer().send(queue, "simplified");
        legacy.start();
        assertThat(session.createReceiver(queue)).isNotNull();
    }

    @Test
    @DisplayName("GEN-06 GEN-07 createQueue wraps a name without asking for the queue")
    void shouldWrapNames(Jms jms) throws Exception {
        String name = jms.name();

        assertThat(jms.session().createQueue(name).getQueueName()).isEqualTo(name);
    }

    @Test
    @DisplayName("GEN-06 GEN-07 createTopic wraps a name without asking for the topic")
    void shouldWrapTopicNames(Jms jms) throws Exception {
        String name = jms.name();

        assertThat(jms.session().createTopic(name).getTopicName()).isEqualTo(name);
    }

    @Test
    @DisplayName("GEN-08 queues of the same name are equal, of different names are not")
    void shouldCompareByName(Jms jms) throws Exception {
        String name = jms.name();
        Session session = jms.session();

        assertThat(session.createQueue(name))
                .isEqualTo(session.createQueue(name))
                .hasSameHashCodeAs(session.createQueue(name));
        assertThat(session.createQueue(name)).isNotEqualTo(session.createQueue(jms.name()));
    }

    @Test
    @DisplayName("GEN-08 a queue is not equal to the topic of that name")
    void shouldTellQueuesFromTopics(Jms jms) throws Exception {
        String name = jms.name();
        Session session = jms.session();

        assertThat((Object) session.createQueue(name)).isNotEqualTo(session.createTopic(name));
    }

    @Test
    @DisplayName("GEN-10 a message may be sent by another session than the one that made it, which may be closed")
    void shouldSendMessagesOfOtherSessions(Jms jms) throws Exception {
        Session maker = jms.session();
        TextMessage message = maker.createTextMessage("x");
        maker.close();

        assertThat(jms.<TextMessage>pass(message).getText()).isEqualTo("x");
    }

    @Test
    @DisplayName("GEN-13 the meta data say 3.1 and name the provider")
    void shouldDescribeItself(Jms jms) throws Exception {
        ConnectionMetaData metaData = jms.stopped().getMetaData();

        assertThat(metaData.getJMSVersion()).isEqualTo("3.1");
        assertThat(metaData.getJMSMajorVersion()).isEqualTo(3);
        assertThat(metaData.getJMSMinorVersion()).isEqualTo(1);
        assertThat(metaData.getJMSProviderName()).isNotBlank();
        assertThat(metaData.getProviderVersion()).startsWith(metaData.getProviderMajorVersion() + ".");
    }

    @Test
    @DisplayName("CON-07 stop waits for a running listener")
    void shouldWaitForListenersOnStop(Jms jms) throws Exception {
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
        assertThat(running.await(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();

        connection.stop();

        assertThat(returned).isTrue();
    }

    private static void pause() {
        try {
            Thread.sleep(Jms.NEVER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("CON-08 the timeout of receive runs while the connection is stopped")
    void shouldTimeOutWhileStopped(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "x");
        MessageConsumer consumer = jms.stopped().createSession().createConsumer(queue);

        assertThat(consumer.receive(50)).isNull();
    }

    private interface Refused {
        void call(Connection connection, Session session) throws JMSException;
    }

    private static Throwable thrownInListener(Jms jms, Refused refused) throws Exception {
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
        return thrown.get(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Test
    @DisplayName("CON-09 a listener can't stop its connection")
    void shouldRefuseToStopInAListener(Jms jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> connection.stop()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-18 a listener can't close its connection")
    void shouldRefuseToCloseTheConnectionInAListener(Jms jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> connection.close()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("SES-08 a listener can't close its session")
    void shouldRefuseToCloseTheSessionInAListener(Jms jms) throws Exception {
        assertThat(thrownInListener(jms, (connection, session) -> session.close()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-12 CON-14 close ends pending receives")
    void shouldEndReceivesOnClose(Jms jms) throws Exception {
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

        assertThat(received.get(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isNull();
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-16 CON-17 EXC-04 after close everything but close fails; messages stay readable")
    void shouldRefuseWhenClosed(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.connection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        producer.send(session.createTextMessage("x"));
        Message message = Jms.next(consumer);
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
    @DisplayName("CON-19 a client id of the factory is the connection's and can't be changed")
    void shouldUseTheFactorysClientId(Jms jms) throws Exception {
        String clientId = jms.name();
        ConnectionFactory factory = jms.factory(clientId);
        Connection connection = jms.closing(factory.createConnection());

        assertThat(connection.getClientID()).isEqualTo(clientId);
        assertThatThrownBy(() -> connection.setClientID("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-20 a client id must be set first and once")
    void shouldRefuseALateClientId(Jms jms) throws Exception {
        Connection used = jms.stopped();
        used.createSession();
        assertThatThrownBy(() -> used.setClientID(jms.name())).isInstanceOf(IllegalStateException.class);

        Connection named = jms.stopped();
        named.setClientID(jms.name());
        assertThatThrownBy(() -> named.setClientID(jms.name())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("CON-21 CON-22 EXC-06 a client id that is in use is refused until its connection is closed")
    void shouldRefuseAClientIdInUse(Jms jms) throws Exception {
        String clientId = jms.name();
        Connection first = jms.stopped();
        first.setClientID(clientId);
        Connection second = jms.stopped();
        assertThatThrownBy(() -> second.setClientID(clientId)).isInstanceOf(InvalidClientIDException.class);
        JMSContext third = jms.context();
        assertThatThrownBy(() -> third.setClientID(clientId)).isInstanceOf(InvalidClientIDRuntimeException.class);

        first.close();

        Connection fourth = jms.stopped();
        fourth.setClientID(clientId);
        assertThat(fourth.getClientID()).isEqualTo(clientId);
    }

    @Test
    @DisplayName("CON-24 the exception listener is what was set")
    void shouldKeepTheExceptionListener(Jms jms) throws Exception {
        Connection connection = jms.stopped();
        ExceptionListener listener = exception -> {};
        assertThat(connection.getExceptionListener()).isNull();
        connection.setExceptionListener(listener);
        assertThat(connection.getExceptionListener()).isSameAs(listener);
        connection.setExceptionListener(null);
        assertThat(connection.getExceptionListener()).isNull();
    }

    @Test
    @DisplayName("CON-28 SES-13 transacted sessions ignore the mode")
    void shouldIgnoreTheModeOfTransactedSessions(Jms jms) throws Exception {
        Connection connection = jms.stopped();

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
    @DisplayName("CON-29 an unknown mode is refused")
    void shouldRefuseUnknownModes(Jms jms) throws Exception {
        Connection connection = jms.stopped();
        ConnectionFactory factory = jms.factory();

        assertThatThrownBy(() -> connection.createSession(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> factory.createContext(-1)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    @DisplayName("EXC-02 a queue session refuses what belongs to topics")
    void shouldRefuseTopicsOnAQueueSession(Jms jms) throws Exception {
        QueueSession session = jms.closing(((QueueConnectionFactory) jms.factory()).createQueueConnection())
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
    @DisplayName("EXC-01 a queue connection refuses connection consumers of topics")
    void shouldRefuseTopicsOnAQueueConnection(Jms jms) throws Exception {
        QueueConnection connection = jms.closing(((QueueConnectionFactory) jms.factory()).createQueueConnection());

        assertThatThrownBy(() -> connection.createSharedConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createDurableConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createSharedDurableConnectionConsumer(null, "s", null, null, 1))
                .isInstanceOf(IllegalStateException.class);
    }
}
