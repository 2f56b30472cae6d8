package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that writes an invoice for each order, in the transaction of the message. If this method throws,
 * the row is rolled back and the message is delivered again. After {@code maxDeliveryCount} deliveries it becomes a
 * dead letter.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"),
            @ActivationConfigProperty(propertyName = "maxDeliveryCount", propertyValue = "3")
        })
public class InvoiceWriter implements MessageListener {

    @Inject
    private OrderDatabase database;

    @Override
    public void onMessage(Message message) {
        try {
            String item = message.getBody(String.class);
            int delivery = message.getIntProperty("JMSXDeliveryCount");
            database.execute("INSERT INTO invoices VALUES (?, ?)", message.getStringProperty("order"), delivery);
            if ((item.startsWith("souffle") && delivery == 1) || item.startsWith("poison")) {
                throw new IllegalStateException("No " + item + " today, delivery " + delivery);
            }
        } catch (JMSException unreadable) {
            throw new IllegalStateException("The order cannot be read", unreadable);
        }
    }
}
