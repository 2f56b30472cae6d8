package dev.restante.broker;

import java.util.Optional;

/**
 * Sends and completions that take effect together or not at all: a local transaction. Not thread-safe. After
 * {@link #commit} or {@link #rollback} it is empty and can be used again.
 */
public interface UnitOfWork {

    /** Adds a send. */
    void send(PreparedSend send);

    /**
     * Adds the completion of what was received; its lock is kept until the end.
     *
     * @throws BrokerException with LOCK_LOST if that has run out
     */
    void receive(HeldDelivery held);

    /**
     * Adds the state of a message group, in place of what was added for it before.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void putState(MessageGroup group, byte[] state);

    /** The state of a message group as it will be after the commit. */
    Optional<byte[]> state(MessageGroup group);

    /** Whether something that it will complete was received from the entity with an id. */
    boolean hasReceivedFrom(long entityId);

    /**
     * Makes everything durable.
     *
     * @throws BrokerException if nothing of it took effect; what was received has then been released, counted. With
     *     {@link BrokerException.Reason#LOCK_LOST} where a delivery was no longer held. With
     *     {@link BrokerException.Reason#OUTCOME_UNKNOWN} if nobody can say now whether it took effect; what was
     *     received is released later, if it did not
     */
    void commit();

    /** Forgets the sends and releases, counted, what was received. */
    void rollback();
}
