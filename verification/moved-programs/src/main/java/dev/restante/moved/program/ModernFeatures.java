package dev.restante.moved.program;

import static dev.restante.moved.program.Deliveries.none;
import static dev.restante.moved.program.Deliveries.take;
import static dev.restante.moved.program.ProviderProgram.send;
import static dev.restante.moved.program.ProviderProgram.session;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Features that JMS 2.0 added. ActiveMQ Classic does not have all of them. */
final class ModernFeatures {

    private final ProviderProgram program;

    ModernFeatures(ProviderProgram program) {
        this.program = program;
    }

    void use(FeatureResults results) {
        results.observe("`JMSContext`", this::context);
        results.observe("shared subscription", this::sharedSubscription);
        results.observe("shared durable subscription", this::sharedDurableSubscription);
        results.observe("`CompletionListener`", this::completionListener);
        results.observe("`setDeliveryDelay`", this::deliveryDelay);
        results.observe("`JMSXDeliveryCount` at the first delivery", this::deliveryCount);
    }

    private String context() {
        try (JMSContext context = program.factories.plain().createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = context.createQueue("context");
            context.createProducer()
                    .setProperty("size", 3)
                    .setJMSCorrelationID("17")
                    .send(queue, "text");
            context.commit();
            try (JMSConsumer consumer = context.createConsumer(queue, "size = 3")) {
                String body = consumer.receiveBody(String.class, Deliveries.EXPECTED_MILLIS);
                context.commit();
                return body;
            }
        }
    }

    private String sharedSubscription() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Topic topic = session.createTopic("shared");
            MessageConsumer first = session.createSharedConsumer(topic, "workers");
            MessageConsumer second = session.createSharedConsumer(topic, "workers");
            send(session, topic, "1");
            Deliveries.receiver(first, second);
            return "one of both, then " + none(first) + ", " + none(second);
        }
    }

    private String sharedDurableSubscription() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Topic topic = session.createTopic("shared.durable");
            session.createSharedDurableConsumer(topic, "workers").close();
            send(session, topic, "1", "2");
            try (MessageConsumer first = session.createSharedDurableConsumer(topic, "workers");
                    MessageConsumer second = session.createSharedDurableConsumer(topic, "workers")) {
                Deliveries.receiver(first, second);
                Deliveries.receiver(first, second);
                return "2, then " + none(first) + ", " + none(second);
            }
        }
    }

    private String completionListener() throws Exception {
        BlockingQueue<String> completed = new LinkedBlockingQueue<>();
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("completed");
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createTextMessage("text"), new CompletionListener() {

                @Override
                public void onCompletion(Message message) {
                    completed.add("completed");
                }

                @Override
                public void onException(Message message, Exception exception) {
                    completed.add(exception.toString());
                }
            });
            return completed.poll(Deliveries.EXPECTED_MILLIS, TimeUnit.MILLISECONDS)
                    + " "
                    + take(session.createConsumer(queue), 1);
        }
    }

    private String deliveryDelay() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("delayed");
            MessageProducer producer = session.createProducer(queue);
            producer.setDeliveryDelay(1_000);
            producer.send(session.createTextMessage("later"));
            MessageConsumer consumer = session.createConsumer(queue);
            return none(consumer) + ", then " + take(consumer, 1);
        }
    }

    private String deliveryCount() throws JMSException {
        try (Connection connection = program.open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("counted");
            send(session, queue, "1");
            Message message = Deliveries.next(session.createConsumer(queue));
            return "count " + message.getIntProperty("JMSXDeliveryCount");
        }
    }
}
