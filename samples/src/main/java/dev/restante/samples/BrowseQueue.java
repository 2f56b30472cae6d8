package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;

/** Sample that browses a queue with a selector and leaves the messages in the queue. */
public final class BrowseQueue {

    private BrowseQueue() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "parcels", QueueOptions.defaults());
            try (JMSContext context = factory.createContext();
                    RestanteAdmin admin = factory.admin()) {
                Queue parcels = context.createQueue("parcels");
                for (int kilograms = 1; kilograms <= 5; kilograms++) {
                    context.createProducer().setProperty("kilograms", kilograms).send(parcels, "parcel " + kilograms);
                }
                try (QueueBrowser browser = context.createBrowser(parcels, "kilograms BETWEEN 2 AND 4")) {
                    Enumeration<?> found = browser.getEnumeration();
                    while (found.hasMoreElements()) {
                        Message parcel = (Message) found.nextElement();
                        System.out.println("seen: " + parcel.getBody(String.class) + ", sequence number "
                                + parcel.getLongProperty("JMS_Restante_SequenceNumber"));
                    }
                }
                System.out.println("still there: " + admin.statistics("parcels").available());
            }
        }
    }
}
