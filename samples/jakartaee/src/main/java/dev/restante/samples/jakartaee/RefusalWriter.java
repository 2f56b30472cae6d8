package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Writes down the orders that could not be delivered: listens to the dead letters of their queue. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders/$DeadLetterQueue")
        })
public class RefusalWriter implements MessageListener {

    @Inject
    private OrderDatabase database;

    @Override
    public void onMessage(Message message) {
        try {
            database.execute(
                    "INSERT INTO refusals VALUES (?, ?)",
                    message.getStringProperty("order"),
                    message.getStringProperty("DeadLetterReason"));
        } catch (JMSException unreadable) {
            throw new IllegalStateException("A dead letter that can't be read", unreadable);
        }
    }
}
