package dev.restante.samples.jakartaee;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that receives the jobs for painters, one at a time, and records them in a table. Other jobs stay
 * in the queue until a caller takes them or they expire.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "jobs"),
            @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "trade = 'painter'"),
            @ActivationConfigProperty(propertyName = "maxConcurrency", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "deadLetterOnExpiry", propertyValue = "true")
        })
public class Painter implements MessageListener {

    @Inject
    private OrderDatabase database;

    @Override
    public void onMessage(Message message) {
        try {
            database.execute("INSERT INTO paintings VALUES (?)", message.getBody(String.class));
        } catch (JMSException unreadable) {
            throw new IllegalStateException("The job cannot be read", unreadable);
        }
    }
}
