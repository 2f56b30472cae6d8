package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Writes an invoice for each order. The message is received in the transaction of the row: if this method throws, there
 * is no row and the message comes again; after {@code maxDeliveryCount} deliveries it is a dead letter.
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
            throw new IllegalStateException("An order that can't be read", unreadable);
        }
    }
}
