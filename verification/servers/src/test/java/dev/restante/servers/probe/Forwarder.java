package dev.restante.servers.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that sends a message, inserts a row and enlists the crash resource in the transaction of each
 * delivery.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "probe.in")
        })
public class Forwarder implements MessageListener {

    @Inject
    private ProbeWork work;

    @Override
    public void onMessage(Message message) {
        try {
            work.run(message.getBody(String.class), "probe.out", false, false);
        } catch (Exception failure) {
            throw new EJBException(failure);
        }
    }
}
