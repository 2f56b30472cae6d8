package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that records the receipts of {@link ParcelDelivery}. The receipts are in the application's
 * database, too, and the bean receives them through the data source of the server. It receives through XA, in one
 * transaction with its row.
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
            throw new IllegalStateException("The receipt cannot be read", unreadable);
        }
    }
}
