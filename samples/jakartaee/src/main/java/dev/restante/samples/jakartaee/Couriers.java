package dev.restante.samples.jakartaee;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import org.jspecify.annotations.Nullable;

/**
 * Deliver what {@link Parcels} has taken: the message is received, the row written and the receipt sent in one commit,
 * as there. {@link ReceiptWriter} gets the receipt.
 */
@Stateless
public class Couriers {

    @Inject
    @JMSConnectionFactory("jms/joinedConnectionFactory")
    private JMSContext messaging;

    @Inject
    private OrderDatabase database;

    /**
     * Delivers the next parcel.
     *
     * @return its id; null where there is none
     */
    public @Nullable String deliver() {
        try (JMSConsumer consumer = messaging.createConsumer(messaging.createQueue(Parcels.QUEUE))) {
            String parcel = consumer.receiveBodyNoWait(String.class);
            if (parcel != null) {
                database.execute("INSERT INTO deliveries VALUES (?)", parcel);
                messaging.createProducer().send(messaging.createQueue(ReceiptWriter.QUEUE), parcel);
            }
            return parcel;
        }
    }

    /** Delivers the next parcel and fails at the end: it can be delivered again. */
    public String deliverAndFail() {
        throw new IllegalStateException("Nobody at home: " + deliver());
    }
}
