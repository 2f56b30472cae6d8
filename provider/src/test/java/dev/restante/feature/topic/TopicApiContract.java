package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Topics in the legacy, classic and simplified API. */
public abstract class TopicApiContract extends TopicContract {

    private TopicConnection openLegacy() throws JMSException {
        TopicConnection legacy = ((TopicConnectionFactory) factory).createTopicConnection();
        legacy.start();
        return legacy;
    }

    @Test
    @DisplayName("CON-30, GEN-03, RCV-09 the legacy topic API works together with the classic API")
    void shouldOfferTopicApi() throws JMSException {
        try (TopicConnection legacy = openLegacy()) {
            TopicSession session = legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic named = session.createTopic("news");
            TopicSubscriber subscriber = session.createSubscriber(named);
            TopicSubscriber selecting = session.createSubscriber(named, "color = 'red'", true);
            MessageConsumer classic = autoSession().createConsumer(topic);
            session.createPublisher(named).publish(session.createTextMessage("a"));
            publishColored("red", "b");
            assertReceives(subscriber, "a", "b");
            assertReceives(selecting, "b");
            assertReceives(classic, "a", "b");
            assertThat(subscriber.getTopic()).isEqualTo(named);
            assertThat(subscriber.getNoLocal()).isFalse();
            assertThat(selecting.getNoLocal()).isTrue();
            assertThat(selecting.getMessageSelector()).isEqualTo("color = 'red'");
            assertThat(legacy.createTopicSession(true, 0).getTransacted()).isTrue();
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        }
    }

    @Test
    @DisplayName("CON-30 legacy factories create connections and contexts for both kinds of destinations")
    void shouldOfferAllByLegacyFactories() throws JMSException {
        Queue queue = queue("q");
        ConnectionFactory general = factory;
        try (Connection plain = general.createConnection();
                QueueConnection ofQueues = factory.createQueueConnection();
                TopicConnection ofTopics = factory.createTopicConnection();
                JMSContext context = general.createContext()) {
            for (Connection each : List.of(plain, ofQueues, ofTopics)) {
                each.start();
                Session session = each.createSession();
                MessageConsumer topics = session.createConsumer(session.createTopic("news"));
                MessageConsumer queues = session.createConsumer(session.createQueue("q"));
                publish(topic, "a");
                send(queue, "b");
                assertReceives(topics, "a");
                assertReceives(queues, "b");
                session.close();
            }
            JMSConsumer consumer = context.createConsumer(topic);
            context.createProducer().send(topic, "a");
            assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("EXC-03 a TopicSession rejects operations on queues")
    void shouldRefuseQueues() throws JMSException {
        Queue queue = queue("q");
        try (TopicConnection legacy = openLegacy()) {
            TopicSession session = legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            assertAllIllegal(
                    () -> session.createBrowser(queue),
                    () -> session.createBrowser(queue, "a = 1"),
                    () -> session.createQueue("q"),
                    session::createTemporaryQueue);
        }
    }

    @Test
    @DisplayName("EXC-02 a QueueSession rejects operations on topics, but a plain session of its connection does not")
    void shouldRefuseTopics() throws JMSException {
        try (QueueConnection legacy = factory.createQueueConnection()) {
            var session = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            assertAllIllegal(
                    () -> session.createTopic("t"),
                    session::createTemporaryTopic,
                    () -> session.unsubscribe("s"),
                    () -> session.createDurableSubscriber(topic, "s"),
                    () -> session.createDurableSubscriber(topic, "s", null, false),
                    () -> session.createDurableConsumer(topic, "s"),
                    () -> session.createDurableConsumer(topic, "s", null, false),
                    () -> session.createSharedConsumer(topic, "s"),
                    () -> session.createSharedConsumer(topic, "s", null),
                    () -> session.createSharedDurableConsumer(topic, "s"),
                    () -> session.createSharedDurableConsumer(topic, "s", null));
            assertThatCode(() -> session.createTemporaryQueue().delete()).doesNotThrowAnyException();
            assertThatCode(() -> legacy.createSession().createTopic("t")).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName(
            "PRD-01, PRD-02, PRD-16, PRD-17 publish sends to the publisher's topic, or to the given topic without one")
    void shouldPublish() throws JMSException {
        try (TopicConnection legacy = openLegacy()) {
            TopicSession session = legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            TopicSubscriber subscriber = session.createSubscriber(topic);
            TopicPublisher own = session.createPublisher(topic);
            TopicPublisher free = session.createPublisher(null);
            assertThat(own.getTopic()).isEqualTo(topic).isEqualTo(own.getDestination());
            assertThat(free.getTopic()).isNull();
            Message message = session.createTextMessage("a");
            own.publish(message);
            own.publish(message, DeliveryMode.NON_PERSISTENT, 7, 60_000);
            own.send(message);
            free.publish(topic, message);
            free.publish(topic, message, DeliveryMode.NON_PERSISTENT, 7, 60_000);
            free.send(topic, message);
            int prioritised = 0;
            for (int i = 0; i < 6; i++) {
                Message received = receive(subscriber);
                assertThat(received.getJMSDestination()).isEqualTo(topic);
                if (received.getJMSPriority() == 7) {
                    prioritised++;
                    assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
                    assertThat(received.getJMSExpiration()).isPositive();
                }
            }
            assertThat(prioritised).isEqualTo(2);
            assertNothing(subscriber);
            List<ThrowingCallable> wrongForm = List.of(
                    () -> own.publish(topic, message),
                    () -> own.publish(topic, message, DeliveryMode.PERSISTENT, 4, 0),
                    () -> own.send(topic, message),
                    () -> free.publish(message),
                    () -> free.publish(message, DeliveryMode.PERSISTENT, 4, 0),
                    () -> free.send(message));
            for (ThrowingCallable call : wrongForm) {
                assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(call);
            }
            assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> free.publish(null, message));
            assertThatExceptionOfType(jakarta.jms.MessageFormatException.class).isThrownBy(() -> own.publish(null));
        }
    }

    @Test
    @DisplayName("PRD-03, PRD-11, PRD-12, ASY-01 a send to a topic completes with and without subscriptions")
    void shouldSendWithAndWithoutSubscriptions() throws Exception {
        Session session = autoSession();
        MessageProducer producer = session.createProducer(null);
        for (int i = 0; i < 2; i++) {
            Message message = session.createTextMessage("a");
            producer.send(topic, message);
            assertThat(message.getJMSMessageID()).startsWith("ID:");
            assertThat(message.getJMSDestination()).isEqualTo(topic);
            assertThat(message.getJMSExpiration()).isZero();
            CompletableFuture<Message> completed = new CompletableFuture<>();
            producer.send(topic, message, new CompletionListener() {
                @Override
                public void onCompletion(Message sent) {
                    completed.complete(sent);
                }

                @Override
                public void onException(Message unsent, Exception exception) {
                    completed.completeExceptionally(exception);
                }
            });
            assertThat(result(completed)).isSameAs(message);
            if (i == 0) {
                session.createConsumer(topic);
            }
        }
    }

    @Test
    @DisplayName("DLV-01 each subscription gets the messages of a session in the order of their sends")
    void shouldKeepOrder() throws JMSException {
        MessageConsumer first = autoSession().createConsumer(topic);
        MessageConsumer second = autoSession().createConsumer(topic);
        String[] texts = new String[50];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "m" + i;
        }
        publish(topic, texts);
        assertReceives(first, texts);
        assertReceives(second, texts);
    }

    @Test
    @DisplayName("GEN-03 producers and consumers implement the legacy interface for their kind of destination")
    void shouldFitLegacyInterfaces() throws JMSException {
        Session session = autoSession();
        assertThat(session.createProducer(topic))
                .isInstanceOf(TopicPublisher.class)
                .isNotInstanceOf(QueueSender.class);
        assertThat(session.createProducer(queue("q")))
                .isInstanceOf(QueueSender.class)
                .isNotInstanceOf(TopicPublisher.class);
        assertThat(session.createConsumer(topic))
                .isInstanceOf(TopicSubscriber.class)
                .isNotInstanceOf(QueueReceiver.class);
        assertThat(session.createConsumer(queue("q")))
                .isInstanceOf(QueueReceiver.class)
                .isNotInstanceOf(TopicSubscriber.class);
    }

    @Test
    @DisplayName("SES-17, SES-19, CON-16 closed subscribers and publishers reject every call except close")
    void shouldRefuseWhenClosed() throws JMSException {
        for (int closing = 0; closing < 3; closing++) {
            TopicConnection legacy = openLegacy();
            TopicSession session = legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            TopicSubscriber subscriber = session.createSubscriber(topic);
            TopicPublisher publisher = session.createPublisher(topic);
            Message message = session.createTextMessage("a");
            switch (closing) {
                case 0 -> {
                    subscriber.close();
                    publisher.close();
                }
                case 1 -> session.close();
                default -> legacy.close();
            }
            assertAllIllegal(
                    subscriber::getTopic,
                    subscriber::getNoLocal,
                    subscriber::getMessageSelector,
                    subscriber::getMessageListener,
                    subscriber::receiveNoWait,
                    publisher::getTopic,
                    publisher::getDestination,
                    publisher::getPriority,
                    () -> publisher.publish(message),
                    () -> publisher.publish(message, DeliveryMode.PERSISTENT, 4, 0));
            assertThatCode(subscriber::close).doesNotThrowAnyException();
            assertThatCode(publisher::close).doesNotThrowAnyException();
            legacy.close();
        }
    }

    @Test
    @DisplayName("CON-03, CON-06 a stopped connection delivers no messages, but its subscription collects them")
    void shouldCollectWhileStopped() throws JMSException {
        MessageConsumer consumer = autoSession().createConsumer(topic);
        connection.stop();
        publish(topic, "a");
        assertNothing(consumer);
        connection.start();
        assertReceives(consumer, "a");
    }

    @Test
    @DisplayName("CON-20 a client id cannot be set after a subscription or temporary destination was created")
    void shouldRefuseLateClientId() throws JMSException {
        for (boolean temporary : new boolean[] {true, false}) {
            try (JMSContext context = factory.createContext()) {
                if (temporary) {
                    context.createTemporaryTopic();
                } else {
                    context.createSharedConsumer(topic, "s");
                }
                assertThatExceptionOfType(IllegalStateRuntimeException.class)
                        .isThrownBy(() -> context.setClientID("late"));
            }
        }
    }

    @Test
    @DisplayName("SIM-02, SIM-03 every kind of subscription starts its context, unless auto-start is off")
    void shouldStartWithSubscription() {
        for (boolean autoStart : new boolean[] {true, false}) {
            for (int kind = 0; kind < 4; kind++) {
                try (JMSContext context = factory.createContext()) {
                    context.setClientID("me");
                    context.setAutoStart(autoStart);
                    JMSConsumer consumer =
                            switch (kind) {
                                case 0 -> context.createConsumer(topic);
                                case 1 -> context.createSharedConsumer(topic, "s");
                                case 2 -> context.createDurableConsumer(topic, "d");
                                default -> context.createSharedDurableConsumer(topic, "sd");
                            };
                    context.createProducer().send(topic, "a");
                    if (autoStart) {
                        assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS))
                                .isEqualTo("a");
                    } else {
                        assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
                        context.start();
                        assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS))
                                .isEqualTo("a");
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("SIM-09 subscriptions of a context take selector and noLocal, and unsubscribe deletes durable ones")
    void shouldSubscribeByContext() throws JMSException {
        try (JMSContext context = factory.createContext()) {
            context.setClientID("me");
            JMSConsumer plain = context.createConsumer(topic, "color = 'red'", true);
            JMSConsumer durable = context.createDurableConsumer(topic, "d", "color = 'red'", true);
            JMSConsumer shared = context.createSharedConsumer(topic, "s", "color = 'red'");
            JMSConsumer sharedDurable = context.createSharedDurableConsumer(topic, "sd", "color = 'red'");
            context.createProducer().setProperty("color", "red").send(topic, "own");
            publishColored("red", "a");
            publishColored("green", "b");
            for (JMSConsumer each : List.of(plain, durable)) {
                assertThat(each.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
                assertThat(each.receiveNoWait()).isNull();
                assertThat(each.getMessageSelector()).isEqualTo("color = 'red'");
            }
            for (JMSConsumer each : List.of(shared, sharedDurable)) {
                assertThat(each.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("own");
                assertThat(each.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
                assertThat(each.receiveNoWait()).isNull();
            }
            durable.close();
            sharedDurable.close();
            context.unsubscribe("d");
            context.unsubscribe("sd");
            assertThat(context.createTopic("news")).isEqualTo(topic);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> autoSession().createDurableConsumer(topic, "d"));
        }
    }
}
