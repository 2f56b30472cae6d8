package dev.restante.samples.jakartaee;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.UUID;

/**
 * Takes parcels, which {@link Couriers} deliver. The messages are in the database of the rows, and the connection
 * factory joins its transactions: a row and a message are one commit, without two-phase commit. That is the server's
 * configuration; the code would be the same for a factory that takes part in distributed transactions.
 */
@ApplicationScoped
@Transactional
public class Parcels {

    /** In the application's database. */
    static final String QUEUE = "parcels";

    @Inject
    @JMSConnectionFactory("jms/joinedConnectionFactory")
    private JMSContext messaging;

    @Inject
    private OrderDatabase database;

    /**
     * Takes a parcel.
     *
     * @return its id
     */
    public String post(String recipient) {
        String id = UUID.randomUUID().toString();
        database.execute("INSERT INTO parcels VALUES (?, ?)", id, recipient);
        messaging.createProducer().send(messaging.createQueue(QUEUE), id);
        return id;
    }

    /** Takes a parcel and fails at the end: neither its row nor its message remains. */
    public String postAndFail(String recipient) {
        throw new IllegalStateException("Not franked: " + post(recipient));
    }

    /** What became of the parcels for somebody. */
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
