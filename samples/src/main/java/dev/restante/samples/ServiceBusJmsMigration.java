package dev.restante.samples;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.Map;

/** Sample of code that was migrated from the JMS library of Azure Service Bus. */
public final class ServiceBusJmsMigration {

    private ServiceBusJmsMigration() {}

    /** Runs the sample. */
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
        // region group
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue stops = context.createQueue("stops");
            Message sent = context.createTextMessage("1 Main Street");
            sent.setStringProperty("JMSXGroupID", "tour 7");
            context.createProducer().send(stops, sent);
            context.commit();

            try (RestanteMessageGroup tour =
                    RestanteSession.of(context).acceptAnyGroup(stops, 5_000).orElseThrow()) {
                String stop = tour.consumer().receive(5_000).getBody(String.class);
                tour.setState(("last stop: " + stop).getBytes(UTF_8));
                context.commit();
                System.out.println(tour.id() + ", " + new String(tour.state().orElseThrow(), UTF_8));
            }
        }
        // endregion
    }
}
