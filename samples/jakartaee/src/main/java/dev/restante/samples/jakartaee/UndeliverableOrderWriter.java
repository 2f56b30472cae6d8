package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Message-driven bean that records orders from the dead-letter queue. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders/$DeadLetterQueue")
        })
public class UndeliverableOrderWriter implements MessageListener {

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
            throw new IllegalStateException("The dead letter cannot be read", unreadable);
        }
    }
}
