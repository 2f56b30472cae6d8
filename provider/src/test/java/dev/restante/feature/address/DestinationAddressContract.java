package dev.restante.feature.address;

import static dev.restante.feature.connection.ServerSessionFixture.textOf;
import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteDestinations;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.feature.connection.ServerSessionFixture.Pool;
import dev.restante.testing.CapturedLog;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names of queues and topics in the forms of other JMS providers. */
public abstract class DestinationAddressContract extends JmsContract {

    private static final String INVALID = "RESTANTE-INVALID-DESTINATION";

    /** Queue of another provider. */
    private record ForeignQueue(String name) implements Queue {
        @Override
        public String getQueueName() {
            return name;
        }
    }

    /** Topic of another provider. */
    private record ForeignTopic(String name) implements Topic {
        @Override
        public String getTopicName() {
            return name;
        }
    }

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void open() throws JMSException {
        admin = administration();
        session = connection.createSession();
    }

    @AfterEach
    final void closeAdmin() {
        admin.close();
    }

    private List<String> names() throws JMSException {
        return admin.entities(EntityFilter.all()).stream()
                .map(EntitySummary::name)
                .filter(name -> !name.endsWith("/$DeadLetterQueue"))
                .toList();
    }

    private long available(String queue) throws JMSException {
        return admin.statistics(queue).available();
    }

    private void sendTo(Destination destination, String text) throws JMSException {
        try (MessageProducer producer = session.createProducer(null)) {
            producer.send(destination, session.createTextMessage(text));
        }
    }

    private static void assertRejected(String code, String remedy, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(call)
                .withMessageContaining(remedy)
                .returns(code, JMSException::getErrorCode);
    }

    @Test
    @DisplayName("DEST-01, DEST-02, DEST-03 a name in the form of another provider means the queue with the plain name")
    void shouldMeanPlainQueues() throws JMSException {
        for (String name : List.of(
                "orders?consumer-priority=5",
                "orders?consumer.prefetchSize=1&consumer.priority=10",
                "orders?exclusive=false&&last-value=FALSE",
                "orders?",
                "orders?consumer.prefetchSize=" + "1".repeat(300),
                "queue:orders",
                "queue://orders",
                "queue:///orders",
                "queue:///orders?targetClient=0&persistence=-2&readAheadAllowed=1")) {
            Queue queue = session.createQueue(name);
            send(queue, "a");
            sendTo(RestanteDestinations.queue(name), "b");
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue(name), "c");
            }
            try (QueueBrowser browser = session.createBrowser(queue)) {
                assertThat(Collections.list((Enumeration<?>) browser.getEnumeration()))
                        .as(name)
                        .hasSize(3);
            }
            assertThat(available("orders")).as(name).isEqualTo(3);
            assertThat(drain(queue)).as(name).containsExactly("a", "b", "c");
            assertThat(queue.getQueueName()).isEqualTo(name);
        }
        assertThat(names()).containsExactly("orders");
    }

    @Test
    @DisplayName("DEST-01, DEST-03 a name in the form of another provider means the topic with the plain name")
    void shouldMeanPlainTopics() throws JMSException {
        for (String name : List.of("news/sport?multicast=7", "topic:news/sport", "topic://news/sport")) {
            Topic topic = session.createTopic(name);
            try (MessageConsumer consumer = session.createConsumer(topic);
                    MessageConsumer durable = session.createSharedDurableConsumer(topic, "all")) {
                session.createProducer(topic).send(session.createTextMessage("a"));
                sendTo(topic, "b");
                for (MessageConsumer each : List.of(consumer, durable)) {
                    assertThat(text(receive(each))).as(name).isEqualTo("a");
                    assertThat(text(receive(each))).as(name).isEqualTo("b");
                }
            }
        }
        assertThat(admin.topics().list()).singleElement().satisfies(only -> assertThat(only.name())
                .isEqualTo("news/sport"));
        assertThat(admin.topics().subscriptions("news/sport")).hasSize(1);
    }

    @Test
    @DisplayName("DEST-01 an existing queue with exactly the given name has precedence, whatever its parameters are")
    void shouldPreferExistingQueues() throws JMSException {
        for (String name : List.of(
                "orders?consumer.prefetchSize=1", "orders?exclusive=true", "queue://QM1/orders", "a::q", "a,b")) {
            Queue queue = session.createQueue(name);
            admin.createQueue(name, QueueOptions.defaults());
            send(queue, "a");
            sendTo(queue, "b");
            assertThat(available(name)).isEqualTo(2);
            try (QueueBrowser browser = session.createBrowser(queue)) {
                assertThat(Collections.list((Enumeration<?>) browser.getEnumeration()))
                        .as(name)
                        .hasSize(2);
            }
            assertThat(drain(queue)).as(name).containsExactly("a", "b");
        }
        assertThat(names()).doesNotContain("orders");
    }

    @Test
    @DisplayName("DEST-01 an existing topic with exactly the given name has precedence")
    void shouldPreferExistingTopics() throws JMSException {
        admin.topics().create("queue://news", TopicOptions.defaults());
        Topic topic = session.createTopic("queue://news");
        try (MessageConsumer consumer = session.createConsumer(topic)) {
            sendTo(topic, "a");
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        assertThat(names()).doesNotContain("news");
    }

    @Test
    @DisplayName("DEST-01 a queue that is created later with exactly the given name has precedence from then on")
    void shouldPreferLaterQueues() throws JMSException {
        String name = "queue://orders";
        Queue queue = session.createQueue(name);
        MessageProducer open = session.createProducer(null);
        open.send(queue, session.createTextMessage("a"));
        admin.createQueue(name, QueueOptions.defaults());
        open.send(queue, session.createTextMessage("b"));
        assertThat(available("orders")).isEqualTo(1);
        assertThat(available(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("DEST-01 no send creates a queue with such a name again after its deletion")
    void shouldNotCreateAgain() throws JMSException {
        String name = "orders?consumer.prefetchSize=1";
        admin.createQueue(name, QueueOptions.defaults());
        MessageProducer producer = session.createProducer(session.createQueue(name));
        admin.deleteQueue(name, true);
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> producer.send(session.createTextMessage("a")))
                .returns("RESTANTE-ENTITY-NOT-FOUND", JMSException::getErrorCode);
        assertThat(names()).isEmpty();
    }

    @Test
    @DisplayName("DEST-02, DEST-03 each use rejects a name with a parameter or scheme that is not supported")
    void shouldReject() throws JMSException {
        for (String name : List.of(
                "orders?exclusive=true",
                "orders?consumer.prefetchSize=1&consumer.selector=a%3D1",
                "orders?unknown=1",
                "topic://orders",
                "queue://QM1/orders",
                "temp-queue://orders",
                "orders,invoices",
                "queue://orders,topic://news",
                "queue://")) {
            Queue queue = session.createQueue(name);
            Message message = session.createTextMessage("a");
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> session.createProducer(queue),
                    () -> session.createConsumer(queue),
                    () -> session.createBrowser(queue),
                    () -> sendTo(queue, "a"),
                    () -> {
                        message.setJMSReplyTo(queue);
                        session.createProducer(session.createQueue("other")).send(message);
                    })) {
                assertRejected(INVALID, "'" + name + "'", call);
            }
            try (JMSContext context = factory.createContext()) {
                assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                        .isThrownBy(() -> context.createProducer().send(context.createQueue(name), "a"));
            }
        }
        Topic topic = session.createTopic("queue://news");
        assertRejected(INVALID, "createQueue", () -> session.createConsumer(topic));
        assertRejected(INVALID, "createQueue", () -> session.createProducer(topic));
        assertThat(names()).containsExactly("other");
    }

    @Test
    @DisplayName("DEST-01 a name with parameters and the suffix of a dead-letter queue means that dead-letter queue")
    void shouldMeanDeadLetterQueues() throws JMSException {
        String name = "orders?consumer.prefetchSize=1";
        send(queue(name), "a");
        Queue deadLetters = queue(DeadLetterQueueNames.of(name));
        assertThat(drain(deadLetters)).isEmpty();
        send(deadLetters, "b");
        assertThat(available("orders/$DeadLetterQueue")).isEqualTo(1);
        assertThat(drain(deadLetters)).containsExactly("b");
        assertThat(drain(queue(name))).containsExactly("a");
    }

    @Test
    @DisplayName("DEST-01, DEST-02, DEST-05 destinations of other providers have the same meaning by their names")
    void shouldUnderstandForeignDestinations() throws JMSException {
        Queue orders = new ForeignQueue("queue:///orders?targetClient=0");
        Topic news = new ForeignTopic("topic://news");
        Message message = session.createTextMessage("a");
        message.setJMSReplyTo(new ForeignQueue("queue://replies"));
        session.createProducer(null).send(orders, message);
        session.createProducer(orders).send(message);
        try (MessageConsumer consumer = session.createConsumer(orders)) {
            for (int i = 0; i < 2; i++) {
                assertThat(receive(consumer).getJMSReplyTo()).isEqualTo(session.createQueue("replies"));
            }
        }
        try (MessageConsumer consumer = session.createConsumer(session.createTopic("news"))) {
            sendTo(news, "b");
            assertThat(text(receive(consumer))).isEqualTo("b");
        }
        assertThat(names()).containsExactlyInAnyOrder("orders", "news");
        Queue exclusive = new ForeignQueue("orders?exclusive=true");
        assertRejected(INVALID, "groupAssignment", () -> sendTo(exclusive, "a"));
        message.setJMSReplyTo(exclusive);
        assertRejected(
                INVALID, "groupAssignment", () -> session.createProducer(orders).send(message));
    }

    @Test
    @DisplayName("DEST-01, DEST-02 the legacy API for queues gives names the same meaning")
    void shouldServeLegacyQueues() throws JMSException {
        Queue orders = session.createQueue("queue:///orders");
        Queue exclusive = session.createQueue("orders?exclusive=true");
        try (QueueConnection legacy = factory.createQueueConnection();
                QueueSession queues = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)) {
            queues.createSender(orders).send(queues.createTextMessage("a"));
            queues.createSender(null).send(orders, queues.createTextMessage("b"));
            legacy.start();
            try (QueueReceiver receiver = queues.createReceiver(orders)) {
                assertThat(text(receive(receiver))).isEqualTo("a");
            }
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> queues.createSender(exclusive),
                    () -> queues.createReceiver(exclusive),
                    () -> queues.createSender(null).send(exclusive, queues.createTextMessage("c")))) {
                assertRejected(INVALID, "groupAssignment", call);
            }
        }
        assertThat(drain(session.createQueue("orders"))).containsExactly("b");
        assertThat(names()).containsExactly("orders");
    }

    @Test
    @DisplayName("DEST-01, DEST-02 the legacy API for topics and each kind of subscription give names the same meaning")
    void shouldServeSubscriptions() throws JMSException {
        Topic news = session.createTopic("topic://news");
        Topic retroactive = session.createTopic("news?consumer.retroactive=true");
        try (TopicConnection legacy = factory.createTopicConnection();
                TopicSession topics = openTopicSession(legacy);
                TopicSubscriber subscriber = topics.createSubscriber(news);
                TopicSubscriber durable = topics.createDurableSubscriber(news, "durable");
                MessageConsumer shared = topics.createSharedConsumer(news, "shared")) {
            topics.createPublisher(news).publish(topics.createTextMessage("a"));
            topics.createPublisher(null).publish(news, topics.createTextMessage("b"));
            for (MessageConsumer each : List.of(subscriber, durable, shared)) {
                assertThat(text(receive(each))).isEqualTo("a");
                assertThat(text(receive(each))).isEqualTo("b");
            }
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> topics.createPublisher(retroactive),
                    () -> topics.createSubscriber(retroactive),
                    () -> topics.createDurableSubscriber(retroactive, "d"),
                    () -> topics.createSharedConsumer(retroactive, "s"),
                    () -> topics.createSharedDurableConsumer(retroactive, "sd"))) {
                assertRejected(INVALID, "durable subscription", call);
            }
        }
        assertThat(names()).contains("news").allMatch(name -> name.startsWith("news"));
        Topic pattern = session.createTopic("topic://news.*");
        session.createConsumer(pattern).close();
        assertRejected(INVALID, "pattern of topics", () -> session.createProducer(pattern));
    }

    private static TopicSession openTopicSession(TopicConnection legacy) throws JMSException {
        legacy.setClientID("legacy");
        legacy.start();
        return legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    }

    @Test
    @DisplayName("DEST-01, DEST-02 asynchronous sends give names the same meaning")
    void shouldSendAsynchronously() throws Exception {
        try (JMSContext context = factory.createContext()) {
            CompletableFuture<Message> completed = new CompletableFuture<>();
            JMSProducer producer = context.createProducer().setAsync(new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    completed.complete(message);
                }

                @Override
                public void onException(Message message, Exception exception) {
                    completed.completeExceptionally(exception);
                }
            });
            producer.send(context.createQueue("queue:///orders"), "a");
            result(completed);
            assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                    .isThrownBy(() -> producer.send(context.createQueue("orders?exclusive=true"), "b"));
            producer.setJMSReplyTo(context.createQueue("orders?exclusive=true"));
            assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                    .isThrownBy(() -> producer.send(context.createQueue("orders"), "c"));
        }
        assertThat(drain(session.createQueue("orders"))).containsExactly("a");
    }

    @Test
    @DisplayName("DEST-01, DEST-02 connection consumers give names the same meaning")
    void shouldServeConnectionConsumers() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        Pool pool = new Pool(message -> received.add(textOf(message)), connection.createSession());
        Topic news = session.createTopic("topic://news");
        for (Destination named : List.of(session.createQueue("queue:///orders"), news)) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(named, null, pool, 1);
            sendTo(named, "a");
            assertThat(received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
            consumer.close();
        }
        Destination exclusive = session.createQueue("orders?exclusive=true");
        assertRejected(INVALID, "groupAssignment", () -> connection.createConnectionConsumer(exclusive, null, pool, 1));
        Topic retroactive = session.createTopic("news?consumer.retroactive=true");
        assertRejected(
                INVALID,
                "durable subscription",
                () -> connection.createSharedDurableConnectionConsumer(retroactive, "s", null, pool, 1));
        // The subscription of the closed consumer ends when its last delivery is settled.
        eventually("no other name exists", () -> Set.copyOf(names()).equals(Set.of("orders", "news")));
    }

    @Test
    @DisplayName("DEST-01, DEST-02 accepted groups and deferred messages give names the same meaning")
    void shouldServeGroupsAndDeferredMessages() throws JMSException {
        Queue orders = session.createQueue("queue:///orders");
        Queue exclusive = session.createQueue("orders?exclusive=true");
        long sequenceNumber = deferred(orders, "a");
        RestanteSession extended = RestanteSession.of(session);
        assertThat(extended.listDeferred(orders, 0, 10)).hasSize(1);
        assertThat(extended.receiveDeferred(orders, sequenceNumber)).isPresent();
        session.createProducer(orders).send(grouped(session, "g1"));
        try (Session locking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                RestanteMessageGroup group = RestanteSession.of(locking).acceptGroup(orders, "g")) {
            assertThat(text(receive(group.consumer()))).isEqualTo("g1");
        }
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> extended.listDeferred(exclusive, 0, 10),
                () -> extended.receiveDeferred(exclusive, sequenceNumber),
                () -> extended.acceptGroup(exclusive, "g"),
                () -> extended.acceptAnyGroupNoWait(exclusive))) {
            assertRejected(INVALID, "groupAssignment", call);
        }
        assertThat(names()).containsExactly("orders");
    }

    @Test
    @DisplayName("DEST-01, TMP-03 a scheme before the name of a temporary queue permits no other connection to consume")
    void shouldProtectTemporaryQueues() throws JMSException {
        Queue temporary = session.createTemporaryQueue();
        Queue named = session.createQueue("queue:///" + temporary.getQueueName());
        sendTo(named, "a");
        try (Connection other = factory.createConnection()) {
            assertRejected(
                    INVALID, "Only the connection", () -> other.createSession().createConsumer(named));
        }
        assertThat(drain(named)).containsExactly("a");
    }

    @Test
    @DisplayName("DEST-02 one log line for each name tells that its parameters are ignored")
    void shouldLogOnce() throws Exception {
        String name = UUID.randomUUID() + "?consumer.prefetchSize=1&consumer.exclusive=false&consumer.priority=2";
        List<String> lines;
        try (CapturedLog log = new CapturedLog(Class.forName("dev.restante.jms.address.IgnoredParameterLog"))) {
            for (int i = 0; i < 3; i++) {
                sendTo(session.createQueue(name), "a");
                session.createConsumer(session.createQueue(name)).close();
            }
            lines = log.lines();
        }
        assertThat(lines)
                .filteredOn(line -> line.contains(name))
                .singleElement()
                .asString()
                .contains("means the queue '" + name.substring(0, name.indexOf('?')) + "'")
                .endsWith(": consumer.prefetchSize, consumer.priority");
    }

    @Test
    @DisplayName("DEST-05 received messages show the plain names of their destination and of JMSReplyTo")
    void shouldShowPlainNames() throws JMSException {
        Queue queue = session.createQueue("queue:///orders?targetClient=0");
        Message message = session.createTextMessage("a");
        message.setJMSReplyTo(session.createTopic("topic://replies"));
        session.createProducer(queue).send(message);
        assertThat(message.getJMSDestination()).isEqualTo(queue);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            assertThat(received.getJMSDestination()).isEqualTo(session.createQueue("orders"));
            assertThat(received.getJMSReplyTo()).isEqualTo(session.createTopic("replies"));
        }
        assertThat(names()).containsExactly("orders");
    }

    @Test
    @DisplayName("DEST-05 a JMSReplyTo with exactly the name of an existing queue stays the same")
    void shouldKeepReplyTo() throws JMSException {
        admin.createQueue("queue://replies", QueueOptions.defaults());
        Queue orders = session.createQueue("orders");
        Message message = session.createTextMessage("a");
        message.setJMSReplyTo(session.createQueue("queue://replies"));
        session.createProducer(orders).send(message);
        try (MessageConsumer consumer = session.createConsumer(orders)) {
            assertThat(receive(consumer).getJMSReplyTo()).isEqualTo(session.createQueue("queue://replies"));
        }
    }
}
