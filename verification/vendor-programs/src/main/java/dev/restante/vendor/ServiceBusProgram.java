package dev.restante.vendor;

import static dev.restante.moved.program.Deliveries.next;
import static dev.restante.moved.program.Deliveries.none;

import com.azure.servicebus.jms.ServiceBusJmsConnectionFactory;
import com.azure.servicebus.jms.ServiceBusJmsConnectionFactorySettings;
import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;

/**
 * Program for the JMS library of Azure Service Bus, compiled with it. It needs one setting: {@code parcels} has 3
 * deliveries.
 */
public final class ServiceBusProgram extends ProviderProgram {

    private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    /** Creates a program that has not run. */
    public ServiceBusProgram(ProgramFactories factories) {
        super(factories);
    }

    /** Returns the factory that the program had before it moved. */
    public static ConnectionFactory original(String connectionString) {
        return new ServiceBusJmsConnectionFactory(connectionString, new ServiceBusJmsConnectionFactorySettings());
    }

    @Override
    protected void use(FeatureResults results) {
        useStandardFeatures(results);
        useModernFeatures(results);
        results.observe("dead-letter queue `parcels/$DeadLetterQueue`", this::deadLetter);
        results.observe("session mode 101 of Qpid JMS", () -> individualAcknowledge(INDIVIDUAL_ACKNOWLEDGE));
        results.observe("message groups", this::groups);
        results.observe("queue `parcels/$deadletterqueue`", () -> receiveFrom("parcels/$deadletterqueue"));
        results.observe("queue `news/Subscriptions/all`", () -> receiveFrom("news/Subscriptions/all"));
    }

    private String deadLetter() throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            Queue queue = session.createQueue("parcels");
            send(session, queue, "poison");
            String deliveries = rollBackUntilGone(connection, queue);
            Message dead = next(session.createConsumer(session.createQueue("parcels/$DeadLetterQueue")));
            return deliveries + ", dead " + dead.getStringProperty("DeadLetterReason");
        }
    }

    private String receiveFrom(String path) throws JMSException {
        try (Connection connection = open()) {
            Session session = session(connection);
            return none(session.createConsumer(session.createQueue(path)));
        }
    }
}
