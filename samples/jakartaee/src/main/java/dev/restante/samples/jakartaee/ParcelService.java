package dev.restante.samples.jakartaee;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.UUID;

/**
 * Bean that accepts parcels for {@link ParcelDelivery}, with a row and a message in one commit. The messages are in the
 * database of the rows, and the connection factory joins its transactions, without two-phase commit. The server
 * configures this. The code would be identical for a factory that takes part in distributed transactions.
 */
@ApplicationScoped
@Transactional
public class ParcelService {

    /** Queue in the application's database. */
    static final String QUEUE = "parcels";

    @Inject
    @JMSConnectionFactory("jms/joinedConnectionFactory")
    private JMSContext messaging;

    @Inject
    private OrderDatabase database;

    /** Accepts a parcel and returns its id. */
    public String post(String recipient) {
        String id = UUID.randomUUID().toString();
        database.execute("INSERT INTO parcels VALUES (?, ?)", id, recipient);
        messaging.createProducer().send(messaging.createQueue(QUEUE), id);
        return id;
    }

    /** Accepts a parcel and then fails, so that the row and the message are rolled back. */
    public String postAndFail(String recipient) {
        throw new IllegalStateException("Not franked: " + post(recipient));
    }

    /** Returns the results of the parcels of a recipient. */
    public List<String> of(String recipient) {
        return database.rows(
                """
                SELECT 'parcel' FROM parcels WHERE recipient = ?
                UNION ALL
                SELECT 'delivered' FROM deliveries JOIN parcels ON id = parcel WHERE recipient = ?
                UNION ALL
                SELECT 'receipt' FROM receipts JOIN parcels ON id = parcel WHERE recipient = ?
                """,
                recipient,
                recipient,
                recipient);
    }
}
