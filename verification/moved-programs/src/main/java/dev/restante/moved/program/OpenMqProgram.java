package dev.restante.moved.program;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.none;
import static dev.restante.moved.program.Deliveries.take;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * Program for OpenMQ. Its features are those of the developer's guide for Java clients.
 *
 * <p>The program needs one setting: expired messages go to the dead message queue {@code mq.sys.dmq}.
 */
public final class OpenMqProgram extends ProviderProgram {

    /** Creates a program that has not run. */
    public OpenMqProgram(ProgramFactories factories) {
        super(factories);
    }

    @Override
    protected void use(FeatureResults results) {
        useStandardFeatures(results);
        useModernFeatures(results);
        results.observe("message priority", this::priority);
        results.observe("expired message in `mq.sys.dmq`", this::deadMessage);
        results.observe("`JMS_SUN_DMQ_UNDELIVERED_REASON`", this::undeliveredReason);
        results.observe("`JMS_SUN_PRESERVE_UNDELIVERED` = false", this::preserveUndelivered);
        results.observe("`JMS_SUN_COMPRESS`", this::compressed);
        results.observe("`JMS_SUN_COMPRESSED_SIZE` after a send", this::compressedSize);
        results.observe("topic `quotes.*`", () -> wildcardOfKnownTopics("quotes.*", "quotes.us", "quotes.uk"));
        results.observe("topic `rates.**`", () -> wildcardOfKnownTopics("rates.**", "rates.eu.ecb", "rates.us"));
        results.observe("send to the topic `offers.*`", this::wildcardProducer);
        results.observe("topic `mq.metrics.broker`", this::metrics);
        results.observe("`unsubscribe` with unsettled messages", this::unsubscribe);
        results.observe("`noLocal` of a queue", this::noLocalQueue);
    }

    private static TextMessage expiring(Session session, String kind) throws JMSException {
        TextMessage message = session.createTextMessage("old");
        message.setStringProperty("kind", kind);
        return message;
    }

    /** Sends a message that expires, and returns a consumer of dead messages of its kind. */
    private static MessageConsumer expire(Session session, TextMessage message) throws JMSException {
        Queue queue = session.createQueue("expiring");
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(20);
        producer.send(message);
        String selector = "kind = '" + message.getStringProperty("kind") + "'";
        none(session.createConsumer(session.createQueue("mq.sys.dmq"), "kind = 'none'"));
        try (MessageConsumer consumer = session.createConsumer(queue, selector)) {
            none(consumer);
        }
        return session.createConsumer(session.createQueue("mq.sys.dmq"), selector);
    }

    private String deadMessage() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            return take(expire(session, expiring(session, "dead")), 1);
        }
    }

    private String undeliveredReason() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Message dead = next(expire(session, expiring(session, "reason")));
            return "" + dead.getStringProperty("JMS_SUN_DMQ_UNDELIVERED_REASON");
        }
    }

    private String preserveUndelivered() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            TextMessage message = expiring(session, "dropped");
            message.setBooleanProperty("JMS_SUN_PRESERVE_UNDELIVERED", false);
            return none(expire(session, message));
        }
    }

    private String compressed() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("compressed");
            BytesMessage message = session.createBytesMessage();
            message.writeBytes(new byte[10_000]);
            message.setBooleanProperty("JMS_SUN_COMPRESS", true);
            session.createProducer(queue).send(message);
            return take(session.createConsumer(queue), 1);
        }
    }

    private String compressedSize() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            BytesMessage message = session.createBytesMessage();
            message.writeBytes(new byte[10_000]);
            message.setBooleanProperty("JMS_SUN_COMPRESS", true);
            session.createProducer(session.createQueue("compressed.size")).send(message);
            return message.getIntProperty("JMS_SUN_COMPRESSED_SIZE") < 10_000 ? "smaller" : "not smaller";
        }
    }

    private String wildcardOfKnownTopics(String pattern, String... topics) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            for (String topic : topics) {
                session.createProducer(session.createTopic(topic));
            }
            MessageConsumer consumer = session.createConsumer(session.createTopic(pattern));
            for (String topic : topics) {
                send(session, session.createTopic(topic), topic);
            }
            send(session, session.createTopic("elsewhere"), "elsewhere");
            return take(consumer, topics.length);
        }
    }

    private String wildcardProducer() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer first = session.createConsumer(session.createTopic("offers.a"));
            MessageConsumer second = session.createConsumer(session.createTopic("offers.b"));
            send(session, session.createTopic("offers.*"), "1");
            return take(first, 1) + take(second, 1);
        }
    }

    private String metrics() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer consumer = session.createConsumer(session.createTopic("mq.metrics.broker"));
            return "" + next(consumer).getStringProperty("type");
        }
    }
}
