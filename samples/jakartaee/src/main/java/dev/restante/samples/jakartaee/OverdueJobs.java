package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that records each overdue job in a table as soon as it expires and becomes a dead letter. The
 * bean {@link Painter} sets the option that makes expired jobs dead letters.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "jobs/$DeadLetterQueue")
        })
public class OverdueJobs implements MessageListener {

    @Inject
    private OrderDatabase database;

    @Override
    public void onMessage(Message message) {
        try {
            database.execute(
                    "INSERT INTO overdue_jobs VALUES (?, ?)",
                    message.getBody(String.class),
                    message.getStringProperty("DeadLetterReason"));
        } catch (JMSException unreadable) {
            throw new IllegalStateException("The job cannot be read", unreadable);
        }
    }
}
