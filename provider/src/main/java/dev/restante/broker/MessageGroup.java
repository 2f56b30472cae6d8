package dev.restante.broker;

import java.util.Optional;

/**
 * A message group that somebody has for himself: until it is closed, its lock runs out, or the node dies (GRP-02).
 * Thread-safe.
 */
public interface MessageGroup {

    /** Its {@code JMSXGroupID}. */
    String id();

    /** The party of its receivers, see {@link ReceiverOptions#party}. */
    Object party();

    /**
     * When its lock runs out unless it is renewed, in epoch milliseconds of {@link Broker#time}; {@code Delivery.NEVER}
     * if it does not.
     */
    long lockedUntilMillis();

    /**
     * Looks whether its lock has run out.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void checkHeld();

    /**
     * Its lock runs for the lock duration of the queue or subscription from now on.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void renew();

    /**
     * A receiver begins to wait or to work: the lock does not run out before {@link #endUse}.
     *
     * @throws BrokerException with GROUP_LOST
     */
    void use();

    /** A receiver has ended waiting or working; the lock is renewed. */
    void endUse();

    /**
     * Its state (GRP-03), which is kept with the group and not with whoever has it.
     *
     * @return empty if it has none
     * @throws BrokerException if the store fails
     */
    Optional<byte[]> state();

    /**
     * Replaces its state.
     *
     * @param state empty for none
     * @throws BrokerException with GROUP_LOST, or if the store fails
     */
    void putState(byte[] state);

    /**
     * Gives it up. What was received of it and is not settled stays with whoever received it, and keeps the group from
     * others until it is settled.
     */
    void close();
}
