package dev.restante.broker;

import dev.restante.model.BranchId;

/**
 * Interface of an open XA transaction branch, to which one or more sessions add sends and completions (removals of
 * received messages). Thread-safe.
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
