package dev.restante.moved.program;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.none;
import static dev.restante.moved.program.Deliveries.take;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Map;

/**
 * Program for ActiveMQ Classic. Its features are those of the documentation of Classic.
 *
 * <p>The program needs these settings, as settings of the broker and its clients or as options of Restante queues:
 *
 * <ul>
 *   <li>3 deliveries without a delay, then the dead-letter queue {@code ActiveMQ.DLQ}
 *   <li>Classic only: message priorities, and the scheduler
 * </ul>
 */
public final class ClassicProgram extends ProviderProgram {

    private static final int INDIVIDUAL_ACKNOWLEDGE = 4;

    /** Creates a program that has not run. */
    public ClassicProgram(ProgramFactories factories) {
        super(factories);
    }

    @Override
    protected void use(FeatureResults results) {
        StandardFeatures standard = new StandardFeatures(this);
        standard.use(results);
        results.observe("`QueueRequestor`", standard::queueRequestor);
        results.observe("`JMSContext`", this::context);
        results.observe("message priority", this::priority);
        results.observe("`AMQ_SCHEDULED_DELAY`", this::scheduledDelay);
        results.observe("`AMQ_SCHEDULED_PERIOD`, `AMQ_SCHEDULED_REPEAT`", this::repeated);
        results.observe("`INDIVIDUAL_ACKNOWLEDGE`", () -> individualAcknowledge(INDIVIDUAL_ACKNOWLEDGE));
        results.observe("redelivery policy and `ActiveMQ.DLQ`", this::deadLetter);
        results.observe("`dlqDeliveryFailureCause` of a dead letter", this::failureCause);
        results.observe("expired message in `ActiveMQ.DLQ`", this::expired);
        results.observe("message groups", this::groups);
        results.observe("`JMSXGroupSeq` = -1", this::closedGroup);
        results.observe("`JMSXGroupFirstForConsumer`", this::groupFirst);
        results.observe("selector with `JMSXGroupID`", () -> select("JMSXGroupID = 'g'"));
        results.observe("selector with `JMSActiveMQBrokerInTime`", () -> select("JMSActiveMQBrokerInTime > 0"));
        results.observe("property `JMSActiveMQBrokerInTime`", this::brokerInTime);
        results.observe("selector with `XPATH`", () -> select("XPATH '//title[@lang=''en'']'"));
        results.observe("`?consumer.prefetchSize=1`", () -> parameter("consumer.prefetchSize=1"));
        results.observe("`?consumer.dispatchAsync=false`", () -> parameter("consumer.dispatchAsync=false"));
        results.observe("`?consumer.priority=10`", () -> parameter("consumer.priority=10"));
        results.observe("`?consumer.exclusive=true`", this::exclusive);
        results.observe("`?consumer.retroactive=true`", this::retroactive);
        results.observe("`?consumer.selector=...`", this::selectorParameter);
        results.observe("`?consumer.noLocal=true`", this::noLocalParameter);
        results.observe("send to `a,b`", () -> composite("a", "b", "a,b"));
        results.observe("send to `queue://c,topic://d`", this::compositeOfKinds);
        results.observe("topic `PRICE.>`", () -> wildcard("PRICE.>", "PRICE.STOCK.IBM", "PRICE.GOLD"));
        results.observe("topic `RATE.*`", () -> wildcard("RATE.*", "RATE.EUR", "RATE.GBP"));
        results.observe("queue `JOBS.>`", this::queueWildcard);
        results.observe("virtual topic, `Consumer.A.VirtualTopic.Orders`", this::virtualTopic);
        results.observe("topic `ActiveMQ.Advisory.Consumer.Queue.advised`", this::advisory);
        results.observe("topic `ActiveMQ.Scheduler.Management`", this::schedulerManagement);
        results.observe("queue `ActiveMQ.Statistics.Broker`", this::statistics);
        results.observe("maps and lists as properties", this::structuredProperty);
        results.observe("maps and lists in a `MapMessage`", this::structuredMap);
        results.observe("`unsubscribe` with unsettled messages", this::unsubscribe);
        results.observe("`noLocal` of a queue", this::noLocalQueue);
    }

    private String context() {
        try (JMSContext context = factories.plain().createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = context.createQueue("context");
            context.createProducer().setProperty("size", 3).send(queue, "text");
            context.commit();
            Message received = context.createConsumer(queue, "size = 3").receive(Deliveries.EXPECTED_MILLIS);
            context.commit();
            return received == null ? "none" : received.getBody(String.class);
        } catch (JMSException e) {
            return e.toString();
        }
    }

    private String scheduledDelay() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("scheduled");
            sendWith(session, queue, "later", "AMQ_SCHEDULED_DELAY", 1_000L);
            MessageConsumer consumer = session.createConsumer(queue);
            return none(consumer) + ", then " + take(consumer, 1);
        }
    }

    private String repeated() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("repeated");
            TextMessage message = session.createTextMessage("tick");
            message.setLongProperty("AMQ_SCHEDULED_DELAY", 50);
            message.setLongProperty("AMQ_SCHEDULED_PERIOD", 1_000);
            message.setIntProperty("AMQ_SCHEDULED_REPEAT", 1);
            session.createProducer(queue).send(message);
            return take(session.createConsumer(queue), 2);
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
        return session.createConsumer(session.createQueue("ActiveMQ.DLQ"), "kind = '" + kind + "'");
    }

    private String failureCause() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("poisoned.again");
            sendWith(session, queue, "poison", "kind", "poison again");
            rollBackUntilGone(connection, queue);
            Message dead = next(deadLetters(session, "poison again"));
            return dead.getStringProperty("dlqDeliveryFailureCause") == null ? "no cause" : "cause";
        }
    }

    private String expired() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            TextMessage message = session.createTextMessage("old");
            message.setStringProperty("kind", "expired");
            MessageProducer producer = session.createProducer(session.createQueue("expiring"));
            producer.setTimeToLive(50);
            producer.send(message);
            return take(deadLetters(session, "expired"), 1);
        }
    }

    private String groupFirst() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("first");
            MessageConsumer consumer = session.createConsumer(queue);
            sendWith(session, queue, "1", "JMSXGroupID", "g");
            sendWith(session, queue, "2", "JMSXGroupID", "g");
            return next(consumer).getBooleanProperty("JMSXGroupFirstForConsumer") + ", then "
                    + next(consumer).getBooleanProperty("JMSXGroupFirstForConsumer");
        }
    }

    private String select(String selector) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("selected.amq");
            sendWith(session, queue, "<title lang=\"en\"/>", "JMSXGroupID", "g");
            return take(session.createConsumer(queue, selector), 1);
        }
    }

    private String brokerInTime() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("timed");
            send(session, queue, "1");
            Message message = next(session.createConsumer(queue));
            return message.getLongProperty("JMSActiveMQBrokerInTime") > 0 ? "a time" : "no time";
        }
    }

    private String exclusive() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("exclusive?consumer.exclusive=true");
            MessageConsumer first = session.createConsumer(queue);
            MessageConsumer second = session.createConsumer(queue);
            send(session, session.createQueue("exclusive"), "1", "2", "3");
            return take(first, 3) + ", other " + none(second);
        }
    }

    private String retroactive() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            send(session, session.createTopic("past"), "1");
            return take(session.createConsumer(session.createTopic("past?consumer.retroactive=true")), 1);
        }
    }

    private String selectorParameter() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            sendWith(session, session.createQueue("filtered"), "small", "size", 1);
            sendWith(session, session.createQueue("filtered"), "large", "size", 9);
            return take(session.createConsumer(session.createQueue("filtered?consumer.selector=size>5")), 1);
        }
    }

    private String noLocalParameter() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer consumer =
                    session.createConsumer(session.createTopic("not.local.either?consumer.noLocal=true"));
            send(session, session.createTopic("not.local.either"), "own");
            return none(consumer);
        }
    }

    private String composite(String first, String second, String both) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            send(session, session.createQueue(both), "1");
            return browse(session, session.createQueue(first)) + browse(session, session.createQueue(second));
        }
    }

    private String compositeOfKinds() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer topic = session.createConsumer(session.createTopic("d"));
            send(session, session.createQueue("queue://c,topic://d"), "1");
            return browse(session, session.createQueue("c")) + none(topic);
        }
    }

    private String queueWildcard() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            send(session, session.createQueue("JOBS.PRINT"), "print");
            return take(session.createConsumer(session.createQueue("JOBS.>")), 1);
        }
    }

    private String virtualTopic() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            MessageConsumer consumer = session.createConsumer(session.createQueue("Consumer.A.VirtualTopic.Orders"));
            send(session, session.createTopic("VirtualTopic.Orders"), "1");
            return take(consumer, 1);
        }
    }

    private String advisory() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Topic advisories = session.createTopic("ActiveMQ.Advisory.Consumer.Queue.advised");
            MessageConsumer consumer = session.createConsumer(advisories);
            session.createConsumer(session.createQueue("advised")).close();
            return next(consumer).getJMSType();
        }
    }

    private String schedulerManagement() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            sendWith(session, session.createQueue("canceled"), "never", "AMQ_SCHEDULED_DELAY", 1_000L);
            Message request = session.createMessage();
            request.setStringProperty("AMQ_SCHEDULER_ACTION", "REMOVEALL");
            session.createProducer(session.createTopic("ActiveMQ.Scheduler.Management"))
                    .send(request);
            return session.createConsumer(session.createQueue("canceled")).receive(2_000) == null
                    ? "removed"
                    : "not removed";
        }
    }

    private String statistics() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue replies = session.createTemporaryQueue();
            Message request = session.createMessage();
            request.setJMSReplyTo(replies);
            session.createProducer(session.createQueue("ActiveMQ.Statistics.Broker"))
                    .send(request);
            return next(session.createConsumer(replies)) instanceof MapMessage ? "statistics" : "other message";
        }
    }

    private String structuredProperty() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("structured");
            sendWith(session, queue, "1", "sizes", Map.of("large", List.of(8, 9)));
            return "" + next(session.createConsumer(queue)).getObjectProperty("sizes");
        }
    }

    private String structuredMap() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("structured.map");
            MapMessage message = session.createMapMessage();
            message.setObject("sizes", List.of(8, 9));
            session.createProducer(queue).send(message);
            return Deliveries.body(next(session.createConsumer(queue)));
        }
    }
}
