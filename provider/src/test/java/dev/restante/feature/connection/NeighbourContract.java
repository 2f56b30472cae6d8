package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteDestinations;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.option.ForeignProperties;
import dev.restante.testing.ForeignMessages;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Interoperation with other libraries, other providers and older code. */
public abstract class NeighbourContract extends JmsContract {

    /** Creates a message of another provider that rejects one of its setters. */
    private static TextMessage foreign(TextMessage delegate, String refusing) {
        return (TextMessage) Proxy.newProxyInstance(
                TextMessage.class.getClassLoader(), new Class<?>[] {TextMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(refusing)) {
                        throw refusing.endsWith("Priority")
                                ? new UnsupportedOperationException(refusing)
                                : new JMSException(refusing);
                    }
                    try {
                        return method.invoke(delegate, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @Test
    @DisplayName(
            "GEN-11 a foreign message that rejects a header is sent once, without an exception, with its other headers")
    void shouldSendMessagesThatRefuseHeaders() throws Exception {
        Session session = autoSession();
        Queue queue = session.createQueue("foreign");
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            for (String setter : new String[] {
                "setJMSDestination",
                "setJMSDeliveryMode",
                "setJMSPriority",
                "setJMSMessageID",
                "setJMSTimestamp",
                "setJMSDeliveryTime",
                "setJMSExpiration"
            }) {
                TextMessage delegate = session.createTextMessage(setter);
                producer.send(foreign(delegate, setter));
                Message received = consumer.receive(PATIENCE_MILLIS);
                assertThat(received.getBody(String.class)).isEqualTo(setter);
                if (!setter.equals("setJMSMessageID")) {
                    assertThat(delegate.getJMSMessageID()).isEqualTo(received.getJMSMessageID());
                }
                if (!setter.equals("setJMSTimestamp")) {
                    assertThat(delegate.getJMSTimestamp()).isEqualTo(received.getJMSTimestamp());
                }

                CompletableFuture<Message> completed = new CompletableFuture<>();
                producer.send(foreign(delegate, setter), new CompletionListener() {
                    @Override
                    public void onCompletion(Message message) {
                        completed.complete(message);
                    }

                    @Override
                    public void onException(Message message, Exception failure) {
                        completed.completeExceptionally(failure);
                    }
                });
                completed.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                assertThat(consumer.receive(PATIENCE_MILLIS).getBody(String.class))
                        .isEqualTo(setter);
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    @DisplayName("SND-13 BEY-10 ENCODE sends a foreign property under a valid name, which Artemis selectors can read")
    void shouldEncodeForeignProperties() throws Exception {
        Message order = ForeignMessages.of("order", Map.of("order-id", 17));
        Queue queue = queue("orders");
        try (RestanteConnectionFactory encoding = newFactory()) {
            encoding.setForeignProperties(ForeignProperties.ENCODE);
            Connection bridge = encoding.createConnection();
            Session session = bridge.createSession();
            MessageProducer producer = session.createProducer(queue);
            producer.send(order);
            CompletableFuture<Message> completed = new CompletableFuture<>();
            producer.send(order, new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    completed.complete(message);
                }

                @Override
                public void onException(Message message, Exception failure) {
                    completed.completeExceptionally(failure);
                }
            });
            completed.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
        try (JMSContext context = factory.createContext()) {
            for (String selector : new String[] {"hyphenated_props:order-id = 17", "order_x002d_id = 17"}) {
                Message received = context.createConsumer(queue, selector).receive(PATIENCE_MILLIS);
                assertThat(received.getIntProperty("order_x002d_id")).isEqualTo(17);
                assertThat(received.getBody(String.class)).isEqualTo("order");
            }
        }
    }

    @Test
    @DisplayName("SND-13 by default a send rejects a foreign property with an invalid name, and DROP omits it")
    void shouldRefuseOrDropForeignProperties() throws JMSException {
        Message order = ForeignMessages.of("order", Map.of("order-id", 17, "colour", "red"));
        Queue queue = queue("orders");
        try (MessageProducer producer = autoSession().createProducer(queue)) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> producer.send(order))
                    .withMessageContainingAll("'order-id'", "foreignProperties")
                    .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-PROPERTY-NAME"));
        }
        try (RestanteConnectionFactory dropping = newFactory()) {
            dropping.setForeignProperties(ForeignProperties.DROP);
            try (JMSContext context = dropping.createContext()) {
                context.createProducer().send(queue, order);
            }
        }
        try (JMSContext context = factory.createContext()) {
            Message received = context.createConsumer(queue).receive(PATIENCE_MILLIS);
            assertThat(received.getStringProperty("colour")).isEqualTo("red");
            assertThat(Collections.list((Enumeration<?>) received.getPropertyNames()))
                    .noneMatch(name -> name.toString().startsWith("order"));
        }
    }

    @Test
    @DisplayName("GEN-11 a foreign destination is understood by its name, as a target and as JMSReplyTo")
    void shouldUnderstandForeignDestinations() throws JMSException {
        Queue theirs = () -> "theirs";
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setJMSReplyTo(theirs).send(theirs, "a");
            Message received =
                    context.createConsumer(RestanteDestinations.queue("theirs")).receive(PATIENCE_MILLIS);
            assertThat(received.getJMSReplyTo()).isEqualTo(RestanteDestinations.queue("theirs"));
            assertThat(received.getJMSDestination()).isEqualTo(context.createQueue("theirs"));
        }
    }

    @Test
    @DisplayName("GEN-06 destinations can be created by name without a session")
    void shouldNameDestinations() throws JMSException {
        Queue queue = RestanteDestinations.queue("q");
        Topic topic = RestanteDestinations.topic("t");
        assertThat(queue).isEqualTo(autoSession().createQueue("q"));
        assertThat(topic).isEqualTo(autoSession().createTopic("t")).isNotEqualTo(RestanteDestinations.queue("t"));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> RestanteDestinations.queue(" "));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> RestanteDestinations.topic(""));
    }

    @Test
    @DisplayName("GEN-03 a connection of createConnection can be cast to the legacy connection interfaces")
    void shouldCastConnections() throws JMSException {
        for (boolean distributed : new boolean[] {false, true}) {
            try (RestanteXAConnectionFactory other = new RestanteXAConnectionFactory("jdbc:hsqldb:mem:cast");
                    Connection made = distributed ? other.createXAConnection() : factory.createConnection()) {
                made.start();
                QueueSession queues = ((QueueConnection) made).createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
                Queue queue = queues.createQueue("cast");
                queues.createSender(queue).send(queues.createTextMessage("a"));
                assertThat(queues.createReceiver(queue).receive(PATIENCE_MILLIS).getBody(String.class))
                        .isEqualTo("a");
                assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> queues.createTopic("t"));
                TopicSession topics = ((TopicConnection) made).createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
                Topic topic = topics.createTopic("cast");
                TopicSubscriber subscriber = topics.createSubscriber(topic);
                topics.createPublisher(topic).publish(topics.createTextMessage("b"));
                assertThat(subscriber.receive(PATIENCE_MILLIS).getBody(String.class))
                        .isEqualTo("b");
                assertThat(made.createSession().createTopic("t")).isNotNull();
            }
        }
    }

    @Test
    @DisplayName("GEN-03 a session can be cast to the legacy session interfaces, and still serves queues and topics")
    void shouldCastSessions() throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        QueueSession queues = (QueueSession) session;
        Queue queue = queues.createQueue("cast");
        queues.createSender(queue).send(queues.createTextMessage("a"));
        queues.createSender(null).send(queue, queues.createTextMessage("b"));
        QueueReceiver receiver = queues.createReceiver(queue);
        assertThat(receiver.getQueue()).isEqualTo(queue);
        assertThat(text(receive(receiver))).isEqualTo("a");
        assertThat(text(receive(receiver))).isEqualTo("b");

        TopicSession topics = (TopicSession) session;
        Topic topic = topics.createTopic("cast");
        TopicSubscriber subscriber = topics.createSubscriber(topic);
        TopicSubscriber some = topics.createSubscriber(topic, "colour = 'red'", false);
        topics.createPublisher(topic).publish(topics.createTextMessage("c"));
        assertThat(text(receive(subscriber))).isEqualTo("c");
        assertThat(some.receiveNoWait()).isNull();
    }

    private static void assertNotForged(Message message) throws JMSException {
        for (String name : new String[] {
            "DeadLetterReason",
            "DeadLetterErrorDescription",
            "DeadLetterSource",
            "JMS_Restante_State",
            "JMS_Restante_OriginalExpiration"
        }) {
            assertThat(message.getObjectProperty(name)).as(name).isNull();
        }
        assertThat(message.getStringProperty("JMS_Restante_SequenceNumber")).isNotEqualTo("7");
    }

    private static void forge(Message message) throws JMSException {
        message.setStringProperty("DeadLetterReason", "forged");
        message.setStringProperty("DeadLetterErrorDescription", "forged");
        message.setStringProperty("DeadLetterSource", "forged");
        message.setStringProperty("JMS_Restante_State", "EXPIRED");
        message.setLongProperty("JMS_Restante_OriginalExpiration", 7);
        message.setLongProperty("JMS_Restante_SequenceNumber", 7);
    }

    @Test
    @DisplayName("RCV-07 PRP-21 a sender cannot forge properties that Restante sets, and a copy does not contain them")
    void shouldNotSendWhatTheProviderSays() throws JMSException {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = session.createQueue("forged");
        Queue dead = session.createQueue("forged/$DeadLetterQueue");
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue);
                MessageConsumer deadLetters = session.createConsumer(dead)) {
            TextMessage own = session.createTextMessage("own");
            forge(own);
            producer.send(own);
            producer.send(foreign(own, "none"));
            for (int i = 0; i < 2; i++) {
                Message received = consumer.receive(PATIENCE_MILLIS);
                assertNotForged(received);
                received.acknowledge();
            }
            assertThat(session.createBrowser(queue, "DeadLetterReason = 'forged'")
                            .getEnumeration())
                    .matches(found -> !found.hasMoreElements());

            producer.send(session.createTextMessage("really dead"));
            PeekLock.of(consumer.receive(PATIENCE_MILLIS)).deadLetter("reason", "description", Map.of());
            Message letter = deadLetters.receive(PATIENCE_MILLIS);
            assertThat(letter.getStringProperty("DeadLetterReason")).isEqualTo("reason");
            producer.send(letter);
            letter.acknowledge();
            assertNotForged(consumer.receive(PATIENCE_MILLIS));
        }
        try (JMSContext context = factory.createContext()) {
            Destination other = context.createQueue("forged2");
            context.createProducer().setProperty("DeadLetterReason", "forged").send(other, "a");
            assertNotForged(context.createConsumer(other).receive(PATIENCE_MILLIS));
        }
    }

    @Test
    @DisplayName("BEY-12 a dead letter answers to the property names of other providers, and a copy does not")
    void shouldAnswerToForeignNames() throws JMSException {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = session.createQueue("marked");
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue);
                MessageConsumer dead = session.createConsumer(session.createQueue("marked/$DeadLetterQueue"))) {
            Message own = session.createTextMessage("own");
            own.setStringProperty("_AMQ_ORIG_QUEUE", "own");
            producer.send(own);
            Message alive = consumer.receive(PATIENCE_MILLIS);
            assertThat(alive.propertyExists("_AMQ_ORIG_ADDRESS")).isFalse();
            assertThat(alive.getLongProperty("JMSActiveMQBrokerInTime"))
                    .isEqualTo(alive.getLongProperty("JMS_Restante_EnqueuedTime"));
            PeekLock.of(alive).deadLetter("reason", "description", Map.of());

            Message letter = dead.receive(PATIENCE_MILLIS);
            assertThat(letter.getStringProperty("_AMQ_ORIG_ADDRESS")).isEqualTo("marked");
            assertThat(letter.getStringProperty("_AMQ_ORIG_QUEUE")).isEqualTo("own");
            assertThat(letter.getStringProperty("dlqDeliveryFailureCause")).isEqualTo("reason");
            assertThat(letter.getStringProperty("JMS_SUN_DMQ_UNDELIVERED_REASON"))
                    .isEqualTo("UNDELIVERABLE");
            assertThat(letter.getStringProperty("JMS_SUN_DMQ_UNDELIVERED_COMMENT"))
                    .isEqualTo("description");
            assertThat(letter.propertyExists("_AMQ_ORIG_ADDRESS")).isTrue();
            assertThat(Collections.list((Enumeration<?>) letter.getPropertyNames()))
                    .extracting(Object::toString)
                    .doesNotContain("_AMQ_ORIG_ADDRESS", "dlqDeliveryFailureCause");
            producer.send(letter);
            letter.acknowledge();
            assertThat(consumer.receive(PATIENCE_MILLIS).propertyExists("_AMQ_ORIG_ADDRESS"))
                    .isFalse();
        }
    }

    @Test
    @DisplayName("RCV-07 PRP-21 a consumer that settles a message cannot set properties that Restante sets")
    void shouldRefuseToSettleWithWhatTheProviderSays() throws JMSException {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = session.createQueue("settled");
        send(session, queue, "a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(consumer.receive(PATIENCE_MILLIS));
            for (String name : new String[] {"DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource"}) {
                Map<String, String> forged = Map.of(name, "forged");
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> lock.abandon(forged))
                        .withMessageContaining(name);
                assertThatExceptionOfType(JMSException.class).isThrownBy(() -> lock.defer(forged));
                assertThatExceptionOfType(JMSException.class).isThrownBy(() -> lock.deadLetter("mine", null, forged));
            }
            lock.complete();
        }
    }
}
