package dev.restante.moved.program;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.Map;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Program that uses the features of one JMS provider. It is written against Jakarta Messaging. Only the connection
 * factories differ between providers.
 */
public abstract class ProviderProgram {

    private static final String COMMITTED = "xa.committed";
    private static final String RECOVERED = "xa.recovered";

    protected final ProgramFactories factories;

    protected ProviderProgram(ProgramFactories factories) {
        this.factories = factories;
    }

    /** Uses each feature once, and returns the observed results by the names of the features. */
    public final Map<String, String> run() {
        FeatureResults results = new FeatureResults();
        use(results);
        return results.byFeature();
    }

    /** Uses the features one after the other. */
    protected abstract void use(FeatureResults results);

    /** Uses the features that every provider has. */
    protected final void useStandardFeatures(FeatureResults results) {
        new StandardFeatures(this).use(results);
    }

    /** Uses the features that JMS 2.0 added. */
    protected final void useModernFeatures(FeatureResults results) {
        new ModernFeatures(this).use(results);
    }

    /** Opens a started connection. */
    protected final Connection open() throws JMSException {
        Connection connection = factories.plain().createConnection();
        connection.start();
        return connection;
    }

    /** Opens a started connection with a client id. */
    protected final Connection open(String clientId) throws JMSException {
        Connection connection = factories.plain().createConnection();
        connection.setClientID(clientId);
        connection.start();
        return connection;
    }

    /** Opens an {@code AUTO_ACKNOWLEDGE} session. */
    protected static Session session(Connection connection) throws JMSException {
        return connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    }

    /** Sends text messages. */
    protected static void send(Session session, Destination target, String... bodies) throws JMSException {
        try (MessageProducer producer = session.createProducer(target)) {
            for (String body : bodies) {
                producer.send(session.createTextMessage(body));
            }
        }
    }

    /** Sends a text message with a property, whose value keeps its type. */
    protected static void sendWith(Session session, Destination target, String body, String property, Object value)
            throws JMSException {
        TextMessage message = session.createTextMessage(body);
        message.setObjectProperty(property, value);
        try (MessageProducer producer = session.createProducer(target)) {
            producer.send(message);
        }
    }

    /** Receives and rolls back one message until it does not come again. Returns its delivery counts. */
    protected static String rollBackUntilGone(Connection connection, Queue queue) throws JMSException {
        StringBuilder counts = new StringBuilder("deliveries");
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message message = Deliveries.next(consumer);
            while (message != null) {
                counts.append(' ').append(message.getIntProperty("JMSXDeliveryCount"));
                session.rollback();
                message = consumer.receive(Deliveries.UNEXPECTED_MILLIS);
            }
        }
        return counts.toString();
    }

    /** Browses a queue. */
    protected static String browse(Session session, Queue queue) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(queue)) {
            return Deliveries.browse(browser);
        }
    }

    /** Sends messages in ascending priority, and receives them. */
    protected final String priority() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("priorities");
            MessageProducer producer = session.createProducer(queue);
            for (int priority : new int[] {1, 4, 9}) {
                producer.send(session.createTextMessage("" + priority), DeliveryMode.PERSISTENT, priority, 0);
            }
            return Deliveries.take(session.createConsumer(queue), 3);
        }
    }

    /** Sends the messages of a group to two consumers, of which one receives all. */
    protected final String groups() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("grouped");
            MessageConsumer first = session.createConsumer(queue);
            MessageConsumer second = session.createConsumer(queue);
            sendWith(session, queue, "0", "JMSXGroupID", "g");
            MessageConsumer owner = Deliveries.receiver(first, second);
            for (int number = 1; number < 4; number++) {
                sendWith(session, queue, "" + number, "JMSXGroupID", "g");
            }
            return Deliveries.take(owner, 3) + ", other " + Deliveries.none(owner == first ? second : first);
        }
    }

    /** Sends the message that closes a group. */
    protected final String closedGroup() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("closed");
            TextMessage last = session.createTextMessage("last");
            last.setStringProperty("JMSXGroupID", "g");
            last.setIntProperty("JMSXGroupSeq", -1);
            session.createProducer(queue).send(last);
            Message received = Deliveries.next(session.createConsumer(queue));
            return Deliveries.body(received) + " " + received.getIntProperty("JMSXGroupSeq");
        }
    }

    /**
     * Acknowledges the second of three messages only, and receives the others again.
     *
     * @param mode the session mode of the provider
     */
    protected final String individualAcknowledge(int mode) throws JMSException {
        Queue queue;
        try (Connection connection = open()) {
            Session session = connection.createSession(false, mode);
            queue = session.createQueue("individual");
            send(session, queue, "1", "2", "3");
            MessageConsumer consumer = session.createConsumer(queue);
            Deliveries.next(consumer);
            Deliveries.next(consumer).acknowledge();
            Deliveries.next(consumer);
        }
        try (Connection connection = open()) {
            return Deliveries.take(session(connection).createConsumer(queue), 2);
        }
    }

    /** Receives from a queue whose name has a parameter. */
    protected final String parameter(String parameter) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            String name = "parameter." + parameter.replaceAll("=.*", "");
            MessageConsumer consumer = session.createConsumer(session.createQueue(name + "?" + parameter));
            send(session, session.createQueue(name), "1");
            return Deliveries.take(consumer, 1);
        }
    }

    /** Receives from all topics that a pattern matches. */
    protected final String wildcard(String pattern, String... topics) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer consumer = session.createConsumer(session.createTopic(pattern));
            for (String topic : topics) {
                send(session, session.createTopic(topic), topic);
            }
            send(session, session.createTopic("elsewhere"), "elsewhere");
            return Deliveries.take(consumer, topics.length);
        }
    }

    /** Deletes a durable subscription with a message of an open transaction. */
    protected final String unsubscribe() throws JMSException {
        try (Connection connection = open("unsettled")) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Topic topic = session.createTopic("unsettled");
            MessageConsumer consumer = session.createDurableSubscriber(topic, "reader");
            send(session, topic, "1");
            session.commit();
            Deliveries.next(consumer);
            consumer.close();
            try {
                session.unsubscribe("reader");
                return "unsubscribed";
            } catch (JMSException e) {
                return "not unsubscribed";
            }
        }
    }

    /** Receives from a queue with {@code noLocal}. */
    protected final String noLocalQueue() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("local");
            MessageConsumer consumer = session.createConsumer(queue, null, true);
            send(session, queue, "own");
            return Deliveries.none(consumer);
        }
    }

    /** Sends in a distributed transaction, receives in another one, and commits both in two phases. */
    protected final String distributedTransaction() throws Exception {
        try (XAConnection connection = factories.distributed().createXAConnection()) {
            connection.start();
            XASession session = connection.createXASession();
            XAResource resource = session.getXAResource();
            Queue queue = session.createQueue(COMMITTED);
            Xid sending = new ProgramTransactionId("send");
            resource.start(sending, XAResource.TMNOFLAGS);
            send(session, queue, "committed");
            resource.end(sending, XAResource.TMSUCCESS);
            resource.prepare(sending);
            resource.commit(sending, false);

            Xid receiving = new ProgramTransactionId("receive");
            resource.start(receiving, XAResource.TMNOFLAGS);
            MessageConsumer consumer = session.createConsumer(queue);
            String received = Deliveries.body(Deliveries.next(consumer));
            resource.end(receiving, XAResource.TMSUCCESS);
            resource.prepare(receiving);
            resource.commit(receiving, false);
            consumer.close();
            try (Connection plain = open()) {
                return received + ", left " + browse(session(plain), queue);
            }
        }
    }

    /** Prepares a send, closes the connection, and commits the recovered branch with another connection. */
    protected final String recoveredTransaction() throws Exception {
        Xid branch = new ProgramTransactionId("recover");
        try (XAConnection connection = factories.distributed().createXAConnection()) {
            XASession session = connection.createXASession();
            session.getXAResource().start(branch, XAResource.TMNOFLAGS);
            send(session, session.createQueue(RECOVERED), "recovered");
            session.getXAResource().end(branch, XAResource.TMSUCCESS);
            session.getXAResource().prepare(branch);
        }
        try (XAConnection connection = factories.distributed().createXAConnection()) {
            XAResource resource = connection.createXASession().getXAResource();
            Xid[] inDoubt = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            for (Xid each : inDoubt) {
                resource.commit(each, false);
            }
            try (Connection plain = open()) {
                Session session = session(plain);
                return inDoubt.length + " in doubt, then " + browse(session, session.createQueue(RECOVERED));
            }
        }
    }
}
