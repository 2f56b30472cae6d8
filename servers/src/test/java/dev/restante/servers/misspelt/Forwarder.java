package dev.restante.servers.misspelt;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Has the name of the probe's, so that the servers' configuration of that one holds. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "probe.in"),
            @ActivationConfigProperty(propertyName = "maxConcurency", propertyValue = "20")
        })
public class Forwarder implements MessageListener {

    @Override
    public void onMessage(Message message) {
        throw new IllegalStateException("never deployed");
    }
}
