package dev.restante.servers.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Message-driven bean that inserts a row for each message and processes up to twenty messages concurrently. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "probe.load"),
            @ActivationConfigProperty(propertyName = "maxConcurrency", propertyValue = "20")
        })
public class RowWriterBean implements MessageListener {

    @Inject
    private ProbeWork work;

    @Override
    public void onMessage(Message message) {
        try {
            work.insertRow("received", message.getBody(String.class));
        } catch (Exception failure) {
            throw new EJBException(failure);
        }
    }
}
