package dev.restante.jta;

import static java.util.Objects.requireNonNull;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.transaction.TransactionManager;

/**
 * A participant in expiry, at work on a queue or subscription (TTL-19). For each message that expires there, it runs in
 * the same distributed transaction as the move of that message to where dead letters go.
 *
 * <p>Expired messages first go to the queue that the option {@code expiredTo} of their entity names, and wait there;
 * that needs no transaction of others. From there the participant's transactions take them: removed there, whatever the
 * participant does, and added to the dead letters, all of it or nothing. So a persistent message is in exactly one
 * place at any time, after a crash as well.
 *
 * <p>If the participant fails, its transaction is rolled back; the message comes again after the redelivery back-off of
 * the queue where it waits. The last of that queue's {@code maxDeliveryCount} deliveries does not reach the
 * participant: the message becomes a dead letter without it, and its {@code DeadLetterErrorDescription} says so. A
 * non-persistent message is lost if the JVM dies meanwhile, as everywhere (SND-05).
 *
 * <p>Each participation has one thread and works at one message at a time; for more, begin several, also on other
 * nodes. Where none is at work, expired messages wait. The transaction manager has to recover the store's transactions
 * as those of every other use of the factory. A participation whose store is lost goes on when that is back; it ends
 * when its factory is closed.
 *
 * <p>Thread-safe.
 */
public final class ExpiryParticipation implements AutoCloseable {

    private final ExpiryWorker worker;

    private ExpiryParticipation(ExpiryWorker worker) {
        this.worker = worker;
    }

    /**
     * Begins.
     *
     * @param factory for the store, without a client id; the store stays open until the participation or the factory is
     *     closed
     * @param entity the name of a queue, or {@code TOPIC/Subscriptions/CLIENTID:NAME} of a subscription. Its option
     *     {@code expiredTo} names the queue where expired messages wait, which has a lock duration, a redelivery
     *     back-off, a {@code maxDeliveryCount} of 2 or more, no {@code forwardTo}, and dead-letters what expires there
     *     if it has a time to live
     * @param transactions begins and ends the transactions
     * @throws JMSException if the entity does not exist, or the store can't be used
     * @throws IllegalArgumentException if an option is not as described; the text names it
     */
    public static ExpiryParticipation begin(
            RestanteXAConnectionFactory factory,
            String entity,
            TransactionManager transactions,
            ExpiryParticipant participant)
            throws JMSException {
        requireNonNull(factory, "factory");
        requireNonNull(entity, "entity");
        requireNonNull(transactions, "transactions");
        requireNonNull(participant, "participant");
        if (factory.getClientId() != null) {
            throw new IllegalArgumentException("The factory has the client id '" + factory.getClientId()
                    + "', which only one connection can have; give the participation a factory without one");
        }
        ExpiryWorker worker = new ExpiryWorker(factory, entity, transactions, participant);
        worker.start();
        return new ExpiryParticipation(worker);
    }

    /**
     * Ends it, after the message that the participant is working at, unless the participant calls this. Expired
     * messages wait from now on.
     */
    @Override
    public void close() {
        worker.close();
    }
}
