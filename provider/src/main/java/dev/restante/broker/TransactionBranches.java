package dev.restante.broker;

import dev.restante.model.BranchId;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Two-phase commit interface for branches of distributed transactions, driven by a transaction manager.
 *
 * <p>Prepared branches are in the store. Any node can complete them, even if the node that prepared them has died.
 * Thread-safe.
 *
 * <p>Every call may throw a {@link BranchException}. Nothing is decided if its reason is UNAVAILABLE or FAILED.
 */
public interface TransactionBranches extends BrokerAdministration.BranchAdministration {

    /** Votes of a branch at the end of the prepare phase. */
    enum BranchVote {
        /** The branch can be committed or rolled back. */
        PREPARED,
        /** The branch has no work and has ended. */
        READ_ONLY
    }

    enum BranchEnd {
        SUCCESS,
        /** The session failed, so that the branch can only be rolled back. */
        FAIL
    }

    /**
     * Begins a branch with which the caller is associated until it calls {@link #end}.
     *
     * @param timeout the time after which the branch is rolled back unless it is prepared or has ended; zero for none
     * @param onEnd called once when this node has removed the branch from its memory
     * @throws BranchException with DUPLICATE
     */
    TransactionBranch begin(BranchId xid, Duration timeout, Consumer<TransactionBranch> onEnd);

    /**
     * Associates the caller with a branch that was begun at this node, until it calls {@link #end}.
     *
     * @param onEnd see {@link #begin}
     * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if the branch is prepared; ROLLED_BACK or TIMED_OUT
     */
    TransactionBranch join(BranchId xid, Consumer<TransactionBranch> onEnd);

    /** Returns whether a branch was begun at this node and has not ended. */
    boolean isBegun(BranchId xid);

    /**
     * Ends the association of the caller with a branch, even if it throws an exception.
     *
     * @throws BranchException with ROLLED_BACK or TIMED_OUT if the branch can only be rolled back
     */
    void end(TransactionBranch branch, BranchEnd flag);

    /**
     * Stores the work of a branch durably without deciding it.
     *
     * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if a session is associated or the branch is already
     *     prepared; ROLLED_BACK or TIMED_OUT if the branch has ended with this call
     */
    BranchVote prepare(BranchId xid);

    /**
     * Commits a branch.
     *
     * @param onePhase true if the branch is not prepared
     * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if a session is associated or {@code onePhase} does not
     *     match the state; ROLLED_BACK or TIMED_OUT if a one-phase commit rolled the branch back;
     *     HEURISTICALLY_COMMITTED; HEURISTICALLY_ROLLED_BACK
     */
    void commit(BranchId xid, boolean onePhase);

    /**
     * Rolls a branch back. Its received messages are released and their delivery counts rise.
     *
     * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if a session is associated; HEURISTICALLY_COMMITTED;
     *     HEURISTICALLY_ROLLED_BACK
     */
    void rollback(BranchId xid);
}
