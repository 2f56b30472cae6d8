package dev.restante.servers.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Message-driven bean that receives from the store in the application's database through a data source of the server.
 * Only the activation configuration of this bean refers to that store.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "probe.near"),
            @ActivationConfigProperty(propertyName = "dataSource", propertyValue = "jdbc/orders")
        })
public class DataSourceForwarder implements MessageListener {

    @Inject
    private ProbeWork work;

    @Override
    public void onMessage(Message message) {
        try {
            work.insertRow("work", message.getBody(String.class));
            work.crash();
        } catch (Exception failure) {
            throw new EJBException(failure);
        }
    }
}
