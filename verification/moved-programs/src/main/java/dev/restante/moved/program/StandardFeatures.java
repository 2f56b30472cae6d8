package dev.restante.moved.program;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.none;
import static dev.restante.moved.program.Deliveries.take;
import static dev.restante.moved.program.ProviderProgram.browse;
import static dev.restante.moved.program.ProviderProgram.send;
import static dev.restante.moved.program.ProviderProgram.sendWith;
import static dev.restante.moved.program.ProviderProgram.session;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Features of JMS 1.1, which the documentation of every provider shows. */
final class StandardFeatures {

    private final ProviderProgram program;

    StandardFeatures(ProviderProgram program) {
        this.program = program;
    }

    void use(FeatureResults results) {
        results.observe("queue", this::queue);
        results.observe("topic", this::topic);
        results.observe("message kinds", this::messageKinds);
        results.observe("headers", this::headers);
        results.observe("message listener", this::listener);
        results.observe("listener that throws", this::throwingListener);
        results.observe("selector", this::selector);
        results.observe("browser with a selector", this::browser);
        results.observe("durable subscription", this::durableSubscription);
        results.observe("`noLocal` of a topic", this::noLocal);
        results.observe("request and reply with a temporary queue", this::requestAndReply);
        results.observe("temporary queue of another connection", this::foreignTemporaryQueue);
        results.observe("temporary queue after its connection", this::closedTemporaryQueue);
        results.observe("transacted session", this::transactedSession);
        results.observe("`CLIENT_ACKNOWLEDGE` and `recover`", this::clientAcknowledge);
        results.observe("`DUPS_OK_ACKNOWLEDGE`", this::dupsOk);
        results.observe("messages without `acknowledge` return", this::unacknowledged);
        results.observe("time to live", this::timeToLive);
        results.observe("client id that is in use", this::clientIdInUse);
        results.observe("a queue and a topic with one name", this::sharedName);
        results.observe("distributed transaction", program::distributedTransaction);
        results.observe("recovered distributed transaction", program::recoveredTransaction);
    }

    private String queue() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue orders = session.createQueue("orders");
            send(session, orders, "1", "2", "3");
            return take(session.createConsumer(orders), 3);
        }
    }

    private String topic() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Topic news = session.createTopic("news");
            MessageConsumer first = session.createConsumer(news);
            MessageConsumer second = session.createConsumer(news);
            send(session, news, "a");
            return take(first, 1) + take(second, 1);
        }
    }

    private String messageKinds() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("kinds");
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes(new byte[100]);
            MapMessage map = session.createMapMessage();
            map.setInt("count", 7);
            map.setString("name", "seven");
            StreamMessage stream = session.createStreamMessage();
            stream.writeInt(7);
            stream.writeString("seven");
            MessageProducer producer = session.createProducer(queue);
            for (Message message : List.of(
                    session.createTextMessage("text"),
                    bytes,
                    map,
                    stream,
                    session.createObjectMessage("object"),
                    session.createMessage())) {
                producer.send(message);
            }
            return take(session.createConsumer(queue), 6);
        }
    }

    private String headers() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("headers");
            TextMessage message = session.createTextMessage("text");
            message.setJMSCorrelationID("order 17");
            message.setJMSType("order");
            message.setJMSReplyTo(session.createQueue("replies"));
            message.setStringProperty("customer", "Ada");
            message.setLongProperty("cents", 1_700);
            session.createProducer(queue).send(message, DeliveryMode.NON_PERSISTENT, 7, 0);
            Message received = next(session.createConsumer(queue));
            return String.join(
                    ", ",
                    received.getJMSCorrelationID(),
                    received.getJMSType(),
                    ((Queue) received.getJMSReplyTo()).getQueueName(),
                    ((Queue) received.getJMSDestination()).getQueueName(),
                    received.getStringProperty("customer"),
                    "" + received.getLongProperty("cents"),
                    "priority " + received.getJMSPriority(),
                    "mode " + received.getJMSDeliveryMode(),
                    "id " + received.getJMSMessageID().startsWith("ID:"),
                    "redelivered " + received.getJMSRedelivered());
        }
    }

    private String listener() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("listened");
            session.createConsumer(queue).setMessageListener(message -> received.add(textOf(message)));
            try (Session sender = session(connection)) {
                send(sender, queue, "1", "2");
            }
            return received.poll(Deliveries.EXPECTED_MILLIS, TimeUnit.MILLISECONDS)
                    + " "
                    + received.poll(Deliveries.EXPECTED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private String throwingListener() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("listened.twice");
            session.createConsumer(queue).setMessageListener(message -> {
                String delivery = textOf(message) + " redelivered " + redelivered(message);
                received.add(delivery);
                if (delivery.endsWith("false")) {
                    throw new IllegalStateException("The first delivery fails");
                }
            });
            try (Session sender = session(connection)) {
                send(sender, queue, "1");
            }
            return received.poll(Deliveries.EXPECTED_MILLIS, TimeUnit.MILLISECONDS)
                    + ", "
                    + received.poll(Deliveries.EXPECTED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String textOf(Message message) {
        try {
            return Deliveries.body(message);
        } catch (JMSException e) {
            return e.toString();
        }
    }

    private static boolean redelivered(Message message) {
        try {
            return message.getJMSRedelivered();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private String selector() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("selected");
            sendWith(session, queue, "red", "color", "red");
            sendWith(session, queue, "green", "color", "green");
            sendWith(session, queue, "no color", "size", 3);
            String green = take(session.createConsumer(queue, "color LIKE 'g%' AND JMSPriority BETWEEN 0 AND 9"), 1);
            return green + ", left " + browse(session, queue);
        }
    }

    private String browser() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("browsed");
            sendWith(session, queue, "small", "size", 1);
            sendWith(session, queue, "large", "size", 9);
            return Deliveries.browse(session.createBrowser(queue, "size > 5")) + " of " + browse(session, queue);
        }
    }

    private String durableSubscription() throws JMSException {
        List<String> received = new ArrayList<>();
        for (String body : List.of("first", "second")) {
            try (Connection connection = program.open("reader")) {
                Session session = session(connection);
                Topic topic = session.createTopic("durable");
                MessageConsumer consumer = session.createDurableSubscriber(topic, "audit", "size > 5", false);
                received.add(none(consumer));
                consumer.close();
                sendWith(session, topic, body + " small", "size", 1);
                sendWith(session, topic, body + " large", "size", 9);
            }
        }
        try (Connection connection = program.open("reader")) {
            Session session = session(connection);
            session.unsubscribe("audit");
            received.add(none(session.createDurableSubscriber(session.createTopic("durable"), "audit")));
        }
        return received.toString();
    }

    private String noLocal() throws JMSException {
        try (Connection own = program.open();
                Connection other = program.open()) {
            Session session = session(own);
            Topic topic = session.createTopic("not.local");
            MessageConsumer consumer = session.createConsumer(topic, null, true);
            send(session, topic, "own");
            send(session(other), topic, "other");
            return take(consumer, 1);
        }
    }

    private String requestAndReply() throws JMSException {
        try (Connection server = program.open();
                Connection client = program.open()) {
            answer(server, "questions");
            Session session = session(client);
            TemporaryQueue replies = session.createTemporaryQueue();
            TextMessage question = session.createTextMessage("why");
            question.setJMSReplyTo(replies);
            session.createProducer(session.createQueue("questions")).send(question);
            Message answer = next(session.createConsumer(replies));
            return Deliveries.body(answer) + ", correlated "
                    + question.getJMSMessageID().equals(answer.getJMSCorrelationID());
        }
    }

    /** Answers the messages of a queue until the connection is closed. */
    private static void answer(Connection server, String queue) throws JMSException {
        Session session = session(server);
        MessageProducer replies = session.createProducer(null);
        session.createConsumer(session.createQueue(queue)).setMessageListener(question -> {
            try {
                TextMessage answer = session.createTextMessage("answer to " + Deliveries.body(question));
                answer.setJMSCorrelationID(question.getJMSMessageID());
                replies.send(question.getJMSReplyTo(), answer);
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Asks with the {@code QueueRequestor} of JMS 1.0. Not every connection factory makes queue connections. */
    String queueRequestor() throws JMSException {
        QueueConnectionFactory factory = (QueueConnectionFactory) program.factories.plain();
        try (Connection server = program.open();
                QueueConnection client = factory.createQueueConnection()) {
            answer(server, "requests");
            client.start();
            QueueSession session = client.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            QueueRequestor requestor = new QueueRequestor(session, session.createQueue("requests"));
            return Deliveries.body(requestor.request(session.createTextMessage("why")));
        }
    }

    private String foreignTemporaryQueue() throws JMSException {
        try (Connection owner = program.open();
                Connection other = program.open()) {
            TemporaryQueue replies = session(owner).createTemporaryQueue();
            try (MessageConsumer consumer = session(other).createConsumer(replies)) {
                return "consumer " + (consumer != null);
            } catch (JMSException e) {
                return "no consumer";
            }
        }
    }

    private String closedTemporaryQueue() throws JMSException {
        TemporaryQueue replies;
        try (Connection owner = program.open()) {
            replies = session(owner).createTemporaryQueue();
        }
        try (Connection other = program.open()) {
            send(session(other), replies, "too late");
            return "sent";
        } catch (JMSException e) {
            return "no send";
        }
    }

    private String transactedSession() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("transacted");
            send(session, queue, "rolled back");
            session.rollback();
            send(session, queue, "1", "2");
            session.commit();
            MessageConsumer consumer = session.createConsumer(queue);
            String first = take(consumer, 2);
            session.rollback();
            Message again = next(consumer);
            String second = Deliveries.body(again) + " redelivered " + again.getJMSRedelivered();
            session.commit();
            consumer.close();
            return first + ", " + second + ", left " + browse(session(connection), queue);
        }
    }

    private String clientAcknowledge() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
            Queue queue = session.createQueue("client");
            send(session, queue, "1", "2", "3");
            MessageConsumer consumer = session.createConsumer(queue);
            next(consumer);
            next(consumer).acknowledge();
            next(consumer);
            session.recover();
            Message again = next(consumer);
            String result = Deliveries.body(again) + " redelivered " + again.getJMSRedelivered() + " count "
                    + again.getIntProperty("JMSXDeliveryCount");
            again.acknowledge();
            return result + ", then " + none(consumer);
        }
    }

    private String dupsOk() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
            Queue queue = session.createQueue("dups");
            send(session, queue, "1", "2", "3");
            return take(session.createConsumer(queue), 3);
        }
    }

    private String unacknowledged() throws JMSException {
        try (Connection first = program.open()) {
            Session session = first.createSession(false, Session.CLIENT_ACKNOWLEDGE);
            Queue queue = session.createQueue("returned");
            send(session, queue, "1", "2");
            take(session.createConsumer(queue), 2);
        }
        try (Connection second = program.open()) {
            Session session = session(second);
            return take(session.createConsumer(session.createQueue("returned")), 2);
        }
    }

    private String timeToLive() throws Exception {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("short");
            MessageConsumer other = session.createConsumer(session.createQueue("waited"));
            MessageProducer producer = session.createProducer(queue);
            producer.setTimeToLive(20);
            producer.send(session.createTextMessage("expires"));
            producer.setTimeToLive(60_000);
            producer.send(session.createTextMessage("stays"));
            none(other);
            return take(session.createConsumer(queue), 1);
        }
    }

    private String clientIdInUse() throws JMSException {
        try (Connection first = program.open("once");
                Connection second = program.open("once")) {
            return first.getClientID() + " and " + second.getClientID();
        } catch (InvalidClientIDException e) {
            return "InvalidClientIDException";
        }
    }

    private String sharedName() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            MessageConsumer queue = session.createConsumer(session.createQueue("both"));
            MessageConsumer topic = session.createConsumer(session.createTopic("both"));
            send(session, session.createQueue("both"), "queue");
            send(session, session.createTopic("both"), "topic");
            return take(queue, 1) + take(topic, 1);
        }
    }
}
