package dev.restante.samples.jakartaee;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import org.jspecify.annotations.Nullable;

/**
 * Bean that receives parcel messages, writes rows and sends receipts in one commit. The messages come from
 * {@link ParcelService}, and {@link ReceiptWriter} receives the receipts.
 */
@Stateless
public class ParcelDelivery {

    @Inject
    @JMSConnectionFactory("jms/joinedConnectionFactory")
    private JMSContext messaging;

    @Inject
    private OrderDatabase database;

    /** Delivers the next parcel and returns its id, or null if there is none. */
    public @Nullable String deliver() {
        try (JMSConsumer consumer = messaging.createConsumer(messaging.createQueue(ParcelService.QUEUE))) {
            String parcel = consumer.receiveBodyNoWait(String.class);
            if (parcel != null) {
                database.execute("INSERT INTO deliveries VALUES (?)", parcel);
                messaging.createProducer().send(messaging.createQueue(ReceiptWriter.QUEUE), parcel);
            }
            return parcel;
        }
    }

    /** Delivers the next parcel and then fails, so that the parcel can be delivered again. */
    public String deliverAndFail() {
        throw new IllegalStateException("The recipient is not at home: " + deliver());
    }
}
