package dev.restante.store;

import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import java.util.List;
import java.util.Optional;

/**
 * Transaction branches that are prepared, or were decided by an administrator and not forgotten. They are written by
 * {@link Change.OfBranch}.
 */
public interface BranchRepository {

    /** The branch with a name. */
    Optional<Branch> find(BranchId xid);

    /** All of them, in the order in which they were prepared. */
    List<Branch> list();
}
