package dev.restante.vendor;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.take;

import com.amazon.sqs.javamessaging.ProviderConfiguration;
import com.amazon.sqs.javamessaging.SQSConnectionFactory;
import com.amazon.sqs.javamessaging.SQSMessagingClientConstants;
import com.amazon.sqs.javamessaging.SQSSession;
import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * Program for the JMS library of Amazon SQS, compiled with it. It needs one setting: {@code orders.fifo} detects
 * duplicates.
 */
public final class SqsProgram extends ProviderProgram {

    /** Creates a program that has not run. */
    public SqsProgram(ProgramFactories factories) {
        super(factories);
    }

    /** Returns the factory that the program had before it moved. */
    public static ConnectionFactory original() {
        return new SQSConnectionFactory(new ProviderConfiguration());
    }

    @Override
    protected void use(FeatureResults results) {
        results.observe("queue", this::queue);
        results.observe("`JMSXGroupID` and `JMS_SQS_DeduplicationId`", this::fifo);
        results.observe("`JMSXDeliveryCount`", this::deliveryCount);
        results.observe("`JMS_SQS_SequenceNumber` of a received message", this::sequenceNumber);
        results.observe("`CLIENT_ACKNOWLEDGE`", () -> acknowledgeSecond(Session.CLIENT_ACKNOWLEDGE, "client"));
        results.observe(
                "`UNORDERED_ACKNOWLEDGE`", () -> acknowledgeSecond(SQSSession.UNORDERED_ACKNOWLEDGE, "unordered"));
    }

    private String queue() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("orders");
            send(session, queue, "1", "2");
            return take(session.createConsumer(queue), 2);
        }
    }

    private String fifo() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("orders.fifo");
            MessageProducer producer = session.createProducer(queue);
            for (String body : new String[] {"first", "again"}) {
                TextMessage message = session.createTextMessage(body);
                message.setStringProperty(SQSMessagingClientConstants.JMSX_GROUP_ID, "g");
                message.setStringProperty(SQSMessagingClientConstants.JMS_SQS_DEDUPLICATION_ID, "17");
                producer.send(message);
            }
            return take(session.createConsumer(queue), 1);
        }
    }

    private String deliveryCount() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("counted");
            send(session, queue, "1");
            Message message = next(session.createConsumer(queue));
            return "count " + message.getIntProperty(SQSMessagingClientConstants.JMSX_DELIVERY_COUNT);
        }
    }

    private String sequenceNumber() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("numbered");
            send(session, queue, "1");
            Message message = next(session.createConsumer(queue));
            return String.valueOf(message.getStringProperty(SQSMessagingClientConstants.JMS_SQS_SEQUENCE_NUMBER));
        }
    }

    private String acknowledgeSecond(int mode, String name) throws JMSException {
        try (Connection connection = open()) {
            Session session = connection.createSession(false, mode);
            Queue queue = session.createQueue(name);
            send(session, queue, "1", "2");
            MessageConsumer consumer = session.createConsumer(queue);
            next(consumer);
            next(consumer).acknowledge();
        }
        try (Connection connection = open()) {
            Session session = session(connection);
            return "left " + browse(session, session.createQueue(name));
        }
    }
}
