package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Is told of each job that nobody took in time, at the time: {@link Painter} says that expired jobs are dead letters.
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
            throw new IllegalStateException("A job that can't be read", unreadable);
        }
    }
}
