package dev.restante.broker;

import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import java.util.List;

/**
 * The administration of the branches of distributed transactions, in place of their transaction manager. Thread-safe.
 *
 * <p>Every call may throw a {@link BranchException}; where its reason is UNAVAILABLE or FAILED, nothing is decided.
 */
public interface BranchAdministration {

    /**
     * The branches of all nodes that are prepared, or were decided by an administrator and not forgotten; those
     * prepared first come first.
     */
    List<Branch> prepared();

    /**
     * Decides a prepared branch in place of its transaction manager, which is told when it comes to do so itself.
     *
     * @param commit whether to commit it, or else to roll it back
     * @throws BranchException with NOT_FOUND; PROTOCOL where it is decided already
     */
    void decide(BranchId xid, boolean commit);

    /**
     * Forgets a branch that an administrator has decided.
     *
     * @throws BranchException with NOT_FOUND; PROTOCOL where no administrator has
     */
    void forget(BranchId xid);
}
