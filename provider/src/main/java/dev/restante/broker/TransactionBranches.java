package dev.restante.broker;

import dev.restante.model.BranchId;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The branches of distributed transactions: two-phase commit, driven by a transaction manager. What is prepared is in
 * the store, so any node can complete it, also after the one that prepared it has died. Thread-safe.
 *
 * <p>Every call may throw a {@link BranchException}; where its reason is UNAVAILABLE or FAILED, nothing is decided.
 */
public interface TransactionBranches extends Administration.Branches {

    /** The answer of a branch that was asked to prepare. */
    enum Vote {
        /** It will do whatever it is told. */
        PREPARED,
        /** It has nothing to do, and is over. */
        READ_ONLY
    }

    /** The ways to stop working for a branch. */
    enum Leaving {
        /** He is done. */
        DONE,
        /** He has failed: the branch can only be rolled back. */
        FAILED
    }

    /**
     * Begins a branch; the caller works for it until he {@link #leave leaves}.
     *
     * @param timeout after so long it is rolled back unless it is prepared or over by then; zero for never
     * @param whenOver told once when nothing of it is left in the memory of this node
     * @throws BranchException with DUPLICATE
     */
    TransactionBranch begin(BranchId xid, Duration timeout, Consumer<TransactionBranch> whenOver);

    /**
     * Works for a branch that somebody has begun at this node, until he {@link #leave leaves}.
     *
     * @param whenOver as of {@link #begin}
     * @throws BranchException with NOT_FOUND; PROTOCOL where it is prepared; ROLLED_BACK or TIMED_OUT
     */
    TransactionBranch join(BranchId xid, Consumer<TransactionBranch> whenOver);

    /** Whether a branch was begun at this node and is not over. */
    boolean isBegun(BranchId xid);

    /**
     * Stops working for a branch.
     *
     * @throws BranchException with ROLLED_BACK or TIMED_OUT if it can only be rolled back by now; the caller has left
     *     it all the same
     */
    void leave(TransactionBranch branch, Leaving how);

    /**
     * Makes the work of a branch durable, undecided.
     *
     * @throws BranchException with NOT_FOUND; PROTOCOL while somebody works for it, or where it is prepared;
     *     ROLLED_BACK or TIMED_OUT: it is over then
     */
    Vote prepare(BranchId xid);

    /**
     * Makes the work of a branch effective.
     *
     * @param onePhase whether it was not prepared
     * @throws BranchException with NOT_FOUND; PROTOCOL while somebody works for it, or where it is (not) prepared;
     *     ROLLED_BACK or TIMED_OUT in one phase: it is over then; HEURISTICALLY_COMMITTED, HEURISTICALLY_ROLLED_BACK
     */
    void commit(BranchId xid, boolean onePhase);

    /**
     * Undoes the work of a branch: what it has received is delivered again, counted.
     *
     * @throws BranchException with NOT_FOUND; PROTOCOL while somebody works for it; HEURISTICALLY_COMMITTED,
     *     HEURISTICALLY_ROLLED_BACK
     */
    void rollback(BranchId xid);
}
