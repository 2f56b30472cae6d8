package dev.restante.broker;

import java.util.Optional;

/**
 * Interface of a local transaction, which collects sends, completions (removals of received messages) and group states,
 * and commits all or none.
 *
 * <p>A unit of work is empty and reusable after {@link #commit} or {@link #rollback}. Not thread-safe.
 */
public interface UnitOfWork {

    void send(PreparedSend send);

    /**
     * Adds the completion of a delivery, whose lock lasts until the end of the transaction.
     *
     * @throws BrokerException with LOCK_LOST if the lock has expired
     */
    void complete(InFlightDelivery delivery);

    /**
     * Adds the state of a message group, and replaces a state that was added before.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void putGroupState(MessageGroup group, byte[] state);

    /** Returns the state that a message group will have after the commit. */
    Optional<byte[]> groupState(MessageGroup group);

    /** Returns whether the unit completes a delivery of the entity. */
    boolean hasReceivedFrom(long entityId);

    /**
     * Commits all sends and completions durably.
     *
     * <p>If the commit fails, nothing takes effect and the received messages are released with higher delivery counts.
     * With {@link BrokerException.BrokerErrorReason#OUTCOME_UNKNOWN} the node releases them later if the commit did not
     * take effect.
     *
     * @throws BrokerException with {@link BrokerException.BrokerErrorReason#LOCK_LOST} if a lock was lost, or with
     *     another reason
     */
    void commit();

    /** Discards the sends and releases the received messages with higher delivery counts. */
    void rollback();
}
