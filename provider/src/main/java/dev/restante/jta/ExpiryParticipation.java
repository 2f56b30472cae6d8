package dev.restante.jta;

import static java.util.Objects.requireNonNull;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.transaction.TransactionManager;

/**
 * Registration of application code (an expiry participant) that joins the distributed transactions that dead-letter
 * expired messages of a queue or subscription (TTL-19). An expired message takes these steps:
 *
 * <ol>
 *   <li>Restante moves the message to the queue in the option {@code expiredTo} of its entity, where it waits. This
 *       step needs no transaction manager.
 *   <li>A distributed transaction receives the message from that queue, calls the participant, and adds the message to
 *       the dead letters. After a crash at any time a persistent message is in exactly one of these places.
 *   <li>If the participant fails, the transaction is rolled back. The message is delivered again after the redelivery
 *       back-off of the queue.
 *   <li>The last of the {@code maxDeliveryCount} deliveries dead-letters the message without the participant, as its
 *       {@code DeadLetterErrorDescription} says.
 * </ol>
 *
 * <p>A non-persistent message is lost if the JVM dies (SND-05).
 *
 * <p>Each participation has one thread and processes one message at a time. Start several participations for more
 * throughput, also on other nodes. Expired messages wait while no participation is running. The transaction manager
 * must recover the transactions of the store, as for any other use of the connection factory. A participation continues
 * after an outage of the store, and ends when its connection factory is closed.
 *
 * <p>Thread-safe.
 */
public final class ExpiryParticipation implements AutoCloseable {

    private final ExpiryWorker worker;

    private ExpiryParticipation(ExpiryWorker worker) {
        this.worker = worker;
    }

    /**
     * Starts a participation.
     *
     * @param factory the connection factory for the store, without a client id. The store stays open until the
     *     participation or the factory is closed
     * @param entity the name of a queue, or {@code TOPIC/Subscriptions/CLIENTID:NAME} for a subscription. Its option
     *     {@code expiredTo} must name the queue where expired messages wait. That queue must have a lock duration, a
     *     redelivery back-off, and a {@code maxDeliveryCount} of at least 2, but no {@code forwardTo}. If it has a time
     *     to live, it must have {@code deadLetterOnExpiry}
     * @param transactionManager the transaction manager that begins and ends the transactions
     * @param participant the callback for each expired message
     * @throws JMSException if the entity does not exist, or the store cannot be used
     * @throws IllegalArgumentException if the factory has a client id, or an option is unsuitable; the message names it
     */
    public static ExpiryParticipation start(
            RestanteXAConnectionFactory factory,
            String entity,
            TransactionManager transactionManager,
            ExpiryParticipant participant)
            throws JMSException {
        requireNonNull(factory, "factory");
        requireNonNull(entity, "entity");
        requireNonNull(transactionManager, "transactionManager");
        requireNonNull(participant, "participant");
        if (factory.getClientId() != null) {
            throw new IllegalArgumentException("The factory has the client id '" + factory.getClientId()
                    + "', which only one connection at a time can use. Use a factory without a client id for the"
                    + " participation.");
        }
        ExpiryWorker worker = new ExpiryWorker(factory, entity, transactionManager, participant);
        worker.start();
        return new ExpiryParticipation(worker);
    }

    /**
     * Ends the participation and waits for the participant to process its current message, unless the participant
     * itself calls this method. Expired messages then wait.
     */
    @Override
    public void close() {
        worker.close();
    }
}
