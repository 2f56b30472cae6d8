package dev.restante.servers.misspelt;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean with a misspelt activation property. It has the name of the bean of the probe, so that the server
 * configuration of that bean applies to this bean, too.
 */
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
