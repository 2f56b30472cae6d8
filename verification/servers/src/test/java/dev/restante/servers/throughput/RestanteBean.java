package dev.restante.servers.throughput;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;

/** Message-driven bean that receives through Restante. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "throughput.in"),
            @ActivationConfigProperty(propertyName = "maxConcurrency", propertyValue = "10")
        })
public class RestanteBean extends ThroughputBean {

    @Inject
    @JMSConnectionFactory("java:/jms/connectionFactory")
    private JMSContext messaging;

    @Override
    String providerName() {
        return "restante";
    }

    @Override
    JMSContext messaging() {
        return messaging;
    }
}
