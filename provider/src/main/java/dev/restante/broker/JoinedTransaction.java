package dev.restante.broker;

/**
 * Application transaction in the store's database in which sends and receives of this node take part.
 *
 * <p>Sends and receives run immediately on the connection of the application, and take effect with its commit. The node
 * finds out by itself whether the transaction committed.
 */
public interface JoinedTransaction {

    /**
     * Sends a message.
     *
     * @throws BrokerException with INVALID_ARGUMENT if the transaction does not support the send, for example to a
     *     topic or with a duplicate id
     */
    void send(PreparedSend send);

    /**
     * Completes a delivery, whose lock lasts until the end of the transaction. A rollback releases the delivery and
     * increments its delivery count.
     *
     * @throws BrokerException with LOCK_LOST if the lock was lost
     */
    void complete(InFlightDelivery delivery);

    /** Returns whether the open transaction has received a message from the entity. */
    boolean hasReceivedFrom(long entityId);

    /** Registers an action that runs after a commit or rollback, immediately if the transaction has ended. */
    void onEnd(Runnable action);

    /**
     * Checks now whether the transaction has ended. After a rollback, its messages are released before the next
     * receive.
     */
    void checkEnded();

    /**
     * Schedules an end check, for callers that know of the end. Without this call, the node notices the end within a
     * second.
     */
    void scheduleEndCheck();
}
