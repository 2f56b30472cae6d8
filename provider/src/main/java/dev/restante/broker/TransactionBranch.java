package dev.restante.broker;

import dev.restante.model.BranchId;

/**
 * Open branch of a distributed transaction, which collects sends and completions of one or more sessions (XA).
 * Thread-safe.
 */
public interface TransactionBranch {

    BranchId xid();

    /**
     * Adds a send.
     *
     * @throws BrokerException with ROLLED_BACK if the branch has ended or can only be rolled back
     */
    void send(PreparedSend send);

    /**
     * Adds the completion of a delivery, whose lock lasts until the end of the branch.
     *
     * @throws BrokerException with ROLLED_BACK if the branch has ended or can only be rolled back; the delivery is then
     *     returned; with LOCK_LOST if the lock has expired
     */
    void complete(InFlightDelivery delivery);

    /** Returns whether the branch completes a delivery of the entity. */
    boolean hasReceivedFrom(long entityId);
}
