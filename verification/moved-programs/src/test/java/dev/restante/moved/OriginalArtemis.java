package dev.restante.moved;

import dev.restante.moved.program.ProgramFactories;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/** Embedded Artemis without persistence and security, with the settings of its program. */
record OriginalArtemis(EmbeddedActiveMQ server, ProgramFactories factories) implements RunningProvider {

    private static final String URL = "vm://0";
    /** Makes the client report a completion only after the server has the message. */
    private static final String URL_OF_CLIENTS = URL + "?confirmationWindowSize=100000";

    static OriginalArtemis start() throws Exception {
        EmbeddedActiveMQ server = new EmbeddedActiveMQ();
        server.setConfiguration(new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setMessageExpiryScanPeriod(50)
                .addAcceptorConfiguration("in-vm", URL)
                .addQueueConfiguration(QueueConfiguration.of("DLQ").setRoutingType(RoutingType.ANYCAST))
                .addQueueConfiguration(QueueConfiguration.of("ExpiryQueue").setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting("#", defaults())
                .addAddressSetting("prices", defaults().setDefaultLastValueQueue(true))
                .addAddressSetting("slow", defaults().setRedeliveryDelay(1_000)));
        server.start();
        return new OriginalArtemis(
                server,
                new ProgramFactories(
                        new ActiveMQJMSConnectionFactory(URL_OF_CLIENTS), new ActiveMQXAConnectionFactory(URL)));
    }

    private static AddressSettings defaults() {
        return new AddressSettings()
                .setMaxDeliveryAttempts(3)
                .setDeadLetterAddress(SimpleString.of("DLQ"))
                .setExpiryAddress(SimpleString.of("ExpiryQueue"))
                .setAutoDeleteQueues(false)
                .setAutoDeleteAddresses(false);
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
