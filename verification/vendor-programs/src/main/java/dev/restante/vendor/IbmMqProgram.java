package dev.restante.vendor;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.none;
import static dev.restante.moved.program.Deliveries.take;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.restante.moved.program.Deliveries;
import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * Program for IBM MQ, compiled with its client. It needs one setting: {@code DEV.QUEUE.1} has the backout threshold 3
 * and the backout queue {@code DEV.BACKOUT}.
 */
public final class IbmMqProgram extends ProviderProgram {

    /** Creates a program that has not run. */
    public IbmMqProgram(ProgramFactories factories) {
        super(factories);
    }

    /** Returns the factory that the program had before it moved. */
    public static ConnectionFactory original() throws JMSException {
        MQConnectionFactory factory = new MQConnectionFactory();
        factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
        factory.setHostName("mq.example.com");
        factory.setPort(1414);
        factory.setQueueManager("QM1");
        factory.setChannel("DEV.APP.SVRCONN");
        return factory;
    }

    @Override
    protected void use(FeatureResults results) {
        useStandardFeatures(results);
        useModernFeatures(results);
        results.observe("backout queue", this::backout);
        results.observe("`JMS_IBM_Format` of a sent message", this::format);
        results.observe("`JMS_IBM_Last_Msg_In_Group`", this::lastInGroup);
        results.observe("`JMS_IBM_Report_COD`", this::report);
        results.observe("`JMS_IBM_PutDate` of a received message", this::putDate);
        results.observe("selector with `JMS_IBM_MQMD_Priority`", () -> select("JMS_IBM_MQMD_Priority = 4"));
        results.observe("selector with `JMS_IBM_PutDate`", () -> select("JMS_IBM_PutDate = '20260101'"));
        results.observe("queue `queue:///DEV.QUEUE.2`", () -> uri("queue:///DEV.QUEUE.2"));
        results.observe(
                "queue `queue:///DEV.QUEUE.2?targetClient=1`", () -> uri("queue:///DEV.QUEUE.2?targetClient=1"));
    }

    private String backout() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("DEV.QUEUE.1");
            send(session, queue, "poison");
            String deliveries = rollBackUntilGone(connection, queue);
            return deliveries + ", backed out " + take(session.createConsumer(session.createQueue("DEV.BACKOUT")), 1);
        }
    }

    private String format() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("formatted");
            sendWith(session, queue, "text", WMQConstants.JMS_IBM_FORMAT, "MQSTR");
            return next(session.createConsumer(queue)).getStringProperty(WMQConstants.JMS_IBM_FORMAT);
        }
    }

    private String lastInGroup() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("grouped");
            TextMessage last = session.createTextMessage("last");
            last.setStringProperty("JMSXGroupID", "g");
            last.setIntProperty("JMSXGroupSeq", 1);
            last.setBooleanProperty(WMQConstants.JMS_IBM_LAST_MSG_IN_GROUP, true);
            session.createProducer(queue).send(last);
            Message received = next(session.createConsumer(queue));
            return received.getBooleanProperty(WMQConstants.JMS_IBM_LAST_MSG_IN_GROUP) + " "
                    + received.getIntProperty("JMSXGroupSeq");
        }
    }

    private String report() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("reported");
            Queue reports = session.createTemporaryQueue();
            TextMessage message = session.createTextMessage("text");
            message.setJMSReplyTo(reports);
            message.setIntProperty(WMQConstants.JMS_IBM_REPORT_COD, 2_048);
            session.createProducer(queue).send(message);
            next(session.createConsumer(queue));
            return "report: " + none(session.createConsumer(reports));
        }
    }

    private String putDate() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("dated");
            send(session, queue, "text");
            Message received = next(session.createConsumer(queue));
            return String.valueOf(received.getStringProperty(WMQConstants.JMS_IBM_PUTDATE));
        }
    }

    private String select(String selector) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("selected.mq");
            send(session, queue, "selected");
            try (MessageConsumer consumer = session.createConsumer(queue, selector)) {
                return take(consumer, 1);
            }
        }
    }

    private String uri(String uri) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            send(session, session.createQueue(uri), "1");
            Message message =
                    session.createConsumer(session.createQueue("DEV.QUEUE.2")).receive(Deliveries.UNEXPECTED_MILLIS);
            return Deliveries.body(message);
        }
    }
}
