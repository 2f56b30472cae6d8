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
import jakarta.jms.Topic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/**
 * Program for ActiveMQ Artemis. Its features are those of the user manual and the examples of Artemis.
 *
 * <p>The program needs these settings, as options of Artemis addresses or of Restante queues:
 *
 * <ul>
 *   <li>all queues: 3 deliveries, dead letters to {@code DLQ}, expired messages to {@code ExpiryQueue}
 *   <li>{@code prices}: last values by {@code _AMQ_LVQ_NAME}
 *   <li>{@code slow}: a redelivery delay of one second
 * </ul>
 */
public final class ArtemisProgram extends ProviderProgram {

    private static final int PRE_ACKNOWLEDGE = 100;
    private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    /** Creates a program that has not run. */
    public ArtemisProgram(ProgramFactories factories) {
        super(factories);
    }

    @Override
    protected void use(FeatureResults results) {
        StandardFeatures standard = new StandardFeatures(this);
        standard.use(results);
        results.observe("`QueueRequestor`", standard::queueRequestor);
        useModernFeatures(results);
        results.observe("message priority", this::priority);
        results.observe("`_AMQ_SCHED_DELIVERY`", this::scheduledDelivery);
        results.observe("`_AMQ_LVQ_NAME`", this::lastValue);
        results.observe("`_AMQ_DUPL_ID`", this::duplicateDetection);
        results.observe("`_AMQ_DUPL_ID` in a transaction", this::duplicateInTransaction);
        results.observe("message groups", this::groups);
        results.observe("`JMSXGroupSeq` = -1", this::closedGroup);
        results.observe("`PRE_ACKNOWLEDGE`", this::preAcknowledge);
        results.observe("`INDIVIDUAL_ACKNOWLEDGE`", () -> individualAcknowledge(INDIVIDUAL_ACKNOWLEDGE));
        results.observe("`max-delivery-attempts`", this::deadLetter);
        results.observe("`redelivery-delay`", this::redeliveryDelay);
        results.observe("`expiry-address`", this::expiryQueue);
        results.observe("`_AMQ_ORIG_ADDRESS` of a dead letter", this::originalAddress);
        results.observe("`JMS_AMQ_InputStream`, `JMS_AMQ_SaveStream`", this::largeMessage);
        results.observe("selector with `AMQPriority`", () -> select("AMQPriority = 4"));
        results.observe("selector with `AMQTimestamp`", () -> select("AMQTimestamp > 0"));
        results.observe("selector with `AMQDurable`", () -> select("AMQDurable = 'DURABLE'"));
        results.observe("selector with `AMQGroupID`", () -> select("AMQGroupID = 'g'"));
        results.observe("selector with `AMQUserID`", () -> select("AMQUserID LIKE 'ID:%'"));
        results.observe("selector with `AMQSize`", () -> select("AMQSize < 100000"));
        results.observe("selector with `AMQExpiration`", () -> select("AMQExpiration = 0"));
        results.observe("selector with `AMQAddress`", () -> select("AMQAddress = 'selected.amq'"));
        results.observe("selector with `hyphenated_props:`", () -> select("hyphenated_props:size = 3"));
        results.observe("consumer of `address::queue`", this::queueOfAddress);
        results.observe("topic `europe.#`", () -> wildcard("europe.#", "europe.de.sport", "europe.fr"));
        results.observe("topic `asia.*`", () -> wildcard("asia.*", "asia.jp", "asia.in"));
        results.observe("`?consumer-priority=5`", () -> parameter("consumer-priority=5"));
        results.observe("`?auto-delete=false`", () -> parameter("auto-delete=false"));
        results.observe("`?exclusive=true`", this::exclusive);
        results.observe("`?ring-size=2`", this::ring);
        results.observe("`?non-destructive=true`", this::nonDestructive);
        results.observe("`?last-value-key=code`", this::lastValueKey);
        results.observe("`?max-consumers=1`", this::maxConsumers);
        results.observe("`?purge-on-no-consumers=true`", this::purgedQueue);
        results.observe("`?group-first-key=JMSXGroupFirstForConsumer`", this::groupFirst);
        results.observe("`?delay-before-dispatch=100`", () -> parameter("delay-before-dispatch=100"));
        results.observe("queue `activemq.management`", this::management);
        results.observe("topic `activemq.notifications`", this::notifications);
        results.observe("`unsubscribe` with unsettled messages", this::unsubscribe);
        results.observe("`noLocal` of a queue", this::noLocalQueue);
    }

    private String scheduledDelivery() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("scheduled");
            sendWith(session, queue, "later", "_AMQ_SCHED_DELIVERY", System.currentTimeMillis() + 1_000);
            MessageConsumer consumer = session.createConsumer(queue);
            return none(consumer) + ", then " + take(consumer, 1);
        }
    }

    private String lastValue() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue prices = session.createQueue("prices");
            sendWith(session, prices, "1.0", "_AMQ_LVQ_NAME", "GOLD");
            sendWith(session, prices, "2.0", "_AMQ_LVQ_NAME", "SILVER");
            sendWith(session, prices, "1.1", "_AMQ_LVQ_NAME", "GOLD");
            String browsed =
                    browse(session, prices).replace("[1.1, 2.0]", "both").replace("[2.0, 1.1]", "both");
            MessageConsumer consumer = session.createConsumer(prices);
            return browsed + ", received " + take(consumer, 2).length();
        }
    }

    private String duplicateDetection() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("once");
            sendWith(session, queue, "first", "_AMQ_DUPL_ID", "17");
            sendWith(session, queue, "again", "_AMQ_DUPL_ID", "17");
            sendWith(session, queue, "other", "_AMQ_DUPL_ID", "18");
            return take(session.createConsumer(queue), 2);
        }
    }

    private String duplicateInTransaction() throws JMSException {
        try (Connection connection = open()) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("once.transacted");
            sendWith(session, queue, "first", "_AMQ_DUPL_ID", "17");
            session.commit();
            sendWith(session, queue, "again", "_AMQ_DUPL_ID", "17");
            String commit = "committed";
            try {
                session.commit();
            } catch (JMSException e) {
                commit = e.getClass().getSimpleName();
            }
            return commit + ", " + browse(session(connection), queue);
        }
    }

    private String preAcknowledge() throws JMSException {
        try (Connection connection = open()) {
            Session session = connection.createSession(false, PRE_ACKNOWLEDGE);
            Queue queue = session.createQueue("pre");
            send(session, queue, "1");
            String received = take(session.createConsumer(queue), 1);
            return received + ", left " + browse(session, queue);
        }
    }

    private String deadLetter() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("poisoned");
            sendWith(session, queue, "poison", "kind", "poison");
            return rollBackUntilGone(connection, queue) + ", dead " + take(deadLetters(session, "poison"), 1);
        }
    }

    private static MessageConsumer deadLetters(Session session, String kind) throws JMSException {
        return session.createConsumer(session.createQueue("DLQ"), "kind = '" + kind + "'");
    }

    private String redeliveryDelay() throws JMSException {
        try (Connection connection = open()) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("slow");
            send(session, queue, "retry");
            session.commit();
            MessageConsumer consumer = session.createConsumer(queue);
            next(consumer);
            session.rollback();
            String early = none(consumer);
            String late = take(consumer, 1);
            session.commit();
            return early + ", then " + late;
        }
    }

    private String expiryQueue() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer expired = session.createConsumer(session.createQueue("ExpiryQueue"), "kind = 'expiring'");
            MessageProducer producer = session.createProducer(session.createQueue("expiring"));
            producer.setTimeToLive(50);
            TextMessage message = session.createTextMessage("old");
            message.setStringProperty("kind", "expiring");
            producer.send(message);
            return take(expired, 1);
        }
    }

    private String originalAddress() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("poisoned.again");
            sendWith(session, queue, "poison", "kind", "poison again");
            rollBackUntilGone(connection, queue);
            Message dead = next(deadLetters(session, "poison again"));
            return "" + dead.getStringProperty("_AMQ_ORIG_ADDRESS");
        }
    }

    private String largeMessage() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("large");
            BytesMessage sent = session.createBytesMessage();
            sent.setObjectProperty("JMS_AMQ_InputStream", new ByteArrayInputStream(new byte[500_000]));
            session.createProducer(queue).send(sent);
            BytesMessage received = (BytesMessage) next(session.createConsumer(queue));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            received.setObjectProperty("JMS_AMQ_SaveStream", body);
            return body.size() + " bytes";
        }
    }

    private String select(String selector) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("selected.amq");
            TextMessage message = session.createTextMessage("selected");
            message.setStringProperty("JMSXGroupID", "g");
            message.setIntProperty("size", 3);
            session.createProducer(queue).send(message);
            try (MessageConsumer consumer = session.createConsumer(queue, selector)) {
                return take(consumer, 1);
            } finally {
                session.createConsumer(queue).receive(Deliveries.UNEXPECTED_MILLIS);
            }
        }
    }

    private String queueOfAddress() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Topic topic = session.createTopic("papers");
            session.createSharedDurableConsumer(topic, "audit").close();
            send(session, topic, "1", "2");
            return take(session.createConsumer(session.createQueue("papers::audit")), 2);
        }
    }

    /** Creates a queue with parameters. Artemis reads them when a producer is created, and not when a consumer is. */
    private static Queue parameterized(Session session, String name) throws JMSException {
        Queue queue = session.createQueue(name);
        session.createProducer(queue).close();
        return queue;
    }

    private String exclusive() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "exclusive?exclusive=true");
            MessageConsumer first = session.createConsumer(queue);
            MessageConsumer second = session.createConsumer(queue);
            send(session, queue, "1", "2", "3");
            return take(first, 3) + ", other " + none(second);
        }
    }

    private String ring() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "ring?ring-size=2");
            send(session, queue, "1", "2", "3", "4");
            return browse(session, queue);
        }
    }

    private String nonDestructive() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "kept?non-destructive=true");
            MessageConsumer first = session.createConsumer(queue);
            send(session, queue, "1");
            return take(first, 1) + ", again " + take(session.createConsumer(queue), 1);
        }
    }

    private String lastValueKey() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "keyed?last-value-key=code");
            sendWith(session, queue, "1.0", "code", "GOLD");
            sendWith(session, queue, "1.1", "code", "GOLD");
            return browse(session, queue);
        }
    }

    private String maxConsumers() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "single?max-consumers=1");
            MessageConsumer first = session.createConsumer(queue);
            try {
                session.createConsumer(queue).close();
                return "two consumers";
            } catch (JMSException e) {
                return "one consumer";
            } finally {
                first.close();
            }
        }
    }

    private String purgedQueue() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "purged?purge-on-no-consumers=true");
            MessageConsumer consumer = session.createConsumer(queue);
            send(session, queue, "1", "2");
            next(consumer);
            consumer.close();
            return browse(session, queue);
        }
    }

    private String groupFirst() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = parameterized(session, "first?group-first-key=JMSXGroupFirstForConsumer");
            MessageConsumer consumer = session.createConsumer(queue);
            sendWith(session, queue, "1", "JMSXGroupID", "g");
            sendWith(session, queue, "2", "JMSXGroupID", "g");
            return next(consumer).getBooleanProperty("JMSXGroupFirstForConsumer") + ", then "
                    + next(consumer).getBooleanProperty("JMSXGroupFirstForConsumer");
        }
    }

    private String management() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue replies = session.createTemporaryQueue();
            Message request = session.createMessage();
            request.setJMSReplyTo(replies);
            request.setStringProperty("_AMQ_ResourceName", "broker");
            request.setStringProperty("_AMQ_Attribute", "version");
            session.createProducer(session.createQueue("activemq.management")).send(request);
            Message reply = session.createConsumer(replies).receive(Deliveries.UNEXPECTED_MILLIS);
            return reply == null ? "no reply" : "reply";
        }
    }

    private String notifications() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer consumer = session.createConsumer(session.createTopic("activemq.notifications"));
            session.createConsumer(session.createQueue("notified")).close();
            return consumer.receive(Deliveries.UNEXPECTED_MILLIS) == null ? "no notification" : "notification";
        }
    }
}
