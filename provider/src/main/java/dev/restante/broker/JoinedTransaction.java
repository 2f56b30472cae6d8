package dev.restante.broker;

/**
 * One transaction of the application. Sends and receives are executed on its connection at once, so each can fail at
 * once, and take effect when it is committed. Whether that has happened, this node finds out.
 */
public interface JoinedTransaction {

    /**
     * Sends.
     *
     * @throws BrokerException with INVALID_ARGUMENT for what such a transaction can't send: to a topic, or with a
     *     duplicate id
     */
    void send(PreparedSend send);

    /**
     * Completes what was received. Its lock is kept until the transaction is over; if that was rolled back it is
     * released, counted.
     *
     * @throws BrokerException with LOCK_LOST if it was not held any more
     */
    void receive(HeldDelivery held);

    /** Whether it has received something from the entity with an id and is not over. */
    boolean hasReceivedFrom(long entityId);

    /** Registers what runs when it is over, however it ended; at once if it is. */
    void whenOver(Runnable action);

    /** Looks now whether it is over, so that what was rolled back comes before what is received next. */
    void look();

    /** Looks soon whether it is over; of whoever knows that it is. Otherwise that is found out within a second. */
    void lookSoon();
}
