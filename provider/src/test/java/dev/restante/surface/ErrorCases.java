package dev.restante.surface;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.OffsetSystemClock;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Cases that provoke errors on an embedded store in memory, with a clock that the cases can move. */
abstract class ErrorCases implements AutoCloseable {

    static final int MAX_MESSAGE_BYTES = 2 << 20;

    static final Duration PAST_THE_LOCK = Duration.ofSeconds(31);

    final ErrorTexts texts;
    final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
    final OffsetSystemClock time = new OffsetSystemClock();
    final RestanteConnectionFactory factory = TestFactories.create(url, time);
    final Connection connection;
    final Session session;
    final RestanteAdmin admin;

    ErrorCases(ErrorTexts texts) throws JMSException {
        this.texts = texts;
        factory.setMaxMessageBytes(MAX_MESSAGE_BYTES);
        factory.setMaxLargeBodyBytes(2L * MAX_MESSAGE_BYTES);
        factory.setMaxInFlightSends(1);
        connection = factory.createConnection();
        connection.start();
        session = connection.createSession();
        admin = factory.admin();
    }

    @Override
    public final void close() throws JMSException {
        admin.close();
        factory.close();
    }

    final void expect(String code, String name, ThrowingCallable call) {
        texts.expect(code, name, call);
    }

    /** Returns a new session in which each message has its own lock. */
    final Session lockingSession() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    final Queue queue(String name) throws JMSException {
        return session.createQueue(name);
    }

    /** Sends a text message, and one of a group for a text such as "group/text". */
    final void send(Destination destination, String text) throws JMSException {
        try (MessageProducer producer = session.createProducer(destination)) {
            Message message = session.createTextMessage(text);
            if (text.contains("/")) {
                message.setStringProperty("JMSXGroupID", text.substring(0, text.indexOf('/')));
            }
            producer.send(message);
        }
    }

    static Message receive(MessageConsumer consumer) throws JMSException {
        return JmsContract.receive(consumer);
    }

    /** Sends a message to a queue and receives it. */
    final Message passed(Queue queue, Message message) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.send(message);
            return receive(consumer);
        }
    }

    /** Changes rows of the store without the knowledge of its node. */
    final void update(String sql) throws SQLException {
        try (java.sql.Connection database = DriverManager.getConnection(url, "SA", "");
                Statement statement = database.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
