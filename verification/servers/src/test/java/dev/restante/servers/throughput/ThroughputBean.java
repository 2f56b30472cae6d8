package dev.restante.servers.throughput;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Base class of the message-driven beans of both providers, with their work in the transaction of a delivery. */
public abstract class ThroughputBean implements MessageListener {

    @Resource(lookup = "java:/jdbc/orders")
    private DataSource dataSource;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    private TransactionSynchronizationRegistry transaction;

    /** Returns the name of the provider that the servlet and the meter use. */
    abstract String providerName();

    /** Returns the context with which the bean sends through its provider. */
    abstract JMSContext messaging();

    @Override
    public void onMessage(Message message) {
        ThroughputMeter meter = ThroughputMeter.current(providerName());
        try {
            meter.awaitGate();
            switch (meter.work()) {
                case "receive" -> {}
                case "forward" ->
                    messaging()
                            .createProducer()
                            .send(messaging().createQueue("throughput.out"), message.getBody(String.class));
                case "row" -> insert(message.getBody(String.class));
                default -> throw new IllegalStateException(meter.work());
            }
            transaction.registerInterposedSynchronization(meter);
        } catch (JMSException | SQLException | InterruptedException failure) {
            throw new EJBException(failure);
        }
    }

    private void insert(String text) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO received (text) VALUES (?)")) {
            statement.setString(1, text.substring(0, 100));
            statement.executeUpdate();
        }
    }
}
