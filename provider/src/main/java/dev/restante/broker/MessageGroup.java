package dev.restante.broker;

import java.util.Optional;

/**
 * Message group that one consumer has accepted and holds exclusively (GRP-02), until it closes the group, the lock
 * expires or the node dies. Thread-safe.
 */
public interface MessageGroup {

    /** Returns the {@code JMSXGroupID}. */
    String id();

    /** Returns the participant of the group's receivers, see {@link ReceiverOptions#participant}. */
    Object participant();

    /** Returns the end of the lock in epoch milliseconds of store time; {@code Delivery.NEVER} if it does not end. */
    long lockedUntilMillis();

    /**
     * Checks that the lock has not expired.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void checkLock();

    /**
     * Renews the lock for the lock duration of the queue or subscription.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void renew();

    /**
     * Keeps the lock from expiring until {@link #endUse}, while a receiver waits for or processes a message.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void beginUse();

    /** Ends the use that {@link #beginUse} started, and renews the lock. */
    void endUse();

    /**
     * Returns the state of the group (GRP-03), which outlives the lock.
     *
     * @return the state; empty if there is none
     * @throws BrokerException if the store fails
     */
    Optional<byte[]> state();

    /**
     * Replaces the state; an empty array removes it.
     *
     * @throws BrokerException with GROUP_LOST, or if the store fails
     */
    void putState(byte[] state);

    /** Releases the group. Unsettled messages of the group keep it from other consumers until they are settled. */
    void close();
}
