package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.Map;

/** What becomes of code that was written for the JMS library of Azure Service Bus. */
public final class FromServiceBus {

    private FromServiceBus() {}

    /** Runs it on the store whose URL is given. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region factory
        ConnectionFactory factory = new RestanteConnectionFactory(url);
        // endregion
        // region settle
        try (JMSContext context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            Queue parcels = context.createQueue("parcels");
            context.createProducer().setDeliveryDelay(200).setTimeToLive(60_000).send(parcels, "to nobody");
            Message parcel = context.createConsumer(parcels).receive(5_000);
            PeekLock.of(parcel).deadLetter("Undeliverable", "the address is empty", Map.of());

            Queue deadLetters = context.createQueue("parcels/$DeadLetterQueue");
            Message dead = context.createConsumer(deadLetters).receive(5_000);
            System.out.println(dead.getBody(String.class) + ": " + dead.getStringProperty("DeadLetterReason") + ", "
                    + dead.getStringProperty("DeadLetterErrorDescription"));
            dead.acknowledge();
        }
        // endregion
    }
}
