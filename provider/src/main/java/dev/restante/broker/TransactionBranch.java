package dev.restante.broker;

import dev.restante.model.BranchId;

/** A branch of a distributed transaction that gathers work, of one session or of several (XA). Thread-safe. */
public interface TransactionBranch {

    /** Its name. */
    BranchId xid();

    /**
     * Adds a send.
     *
     * @throws BrokerException with ROLLED_BACK if it takes no more work: it is over, or can only be rolled back
     */
    void send(PreparedSend send);

    /**
     * Adds the completion of what was received; its lock is kept until the end.
     *
     * @throws BrokerException with ROLLED_BACK if it takes no more work, the delivery has been given back then; with
     *     LOCK_LOST if its lock has run out
     */
    void receive(HeldDelivery held);

    /** Whether something that it will complete was received from the entity with an id. */
    boolean hasReceivedFrom(long entityId);
}
