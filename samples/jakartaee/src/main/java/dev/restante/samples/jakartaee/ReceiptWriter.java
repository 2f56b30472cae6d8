package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Writes down the receipts of {@link Couriers}. They are in the application's database, too, and come through the
 * server's data source; a bean receives through XA, in a transaction with its row.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = ReceiptWriter.QUEUE),
            @ActivationConfigProperty(propertyName = "dataSource", propertyValue = "jdbc/orders")
        })
public class ReceiptWriter implements MessageListener {

    static final String QUEUE = "receipts";

    @Inject
    private OrderDatabase database;

    @Override
    public void onMessage(Message message) {
        try {
            database.execute("INSERT INTO receipts VALUES (?)", message.getBody(String.class));
        } catch (JMSException unreadable) {
            throw new IllegalStateException("A receipt that can't be read", unreadable);
        }
    }
}
