package dev.restante.servers.throughput;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;

/** Message-driven bean that receives through Apache ActiveMQ Artemis, the built-in provider of the server. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "java:/jms/queue/throughput.in"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "10")
        })
public class ArtemisBean extends ThroughputBean {

    @Inject
    @JMSConnectionFactory("java:/JmsXA")
    private JMSContext messaging;

    @Override
    String providerName() {
        return "artemis";
    }

    @Override
    JMSContext messaging() {
        return messaging;
    }
}
