package dev.restante.store;

import dev.restante.model.BranchId;
import dev.restante.model.StoredBranch;
import java.util.List;
import java.util.Optional;

/**
 * Repository of prepared branches, and of heuristically completed branches that are not forgotten.
 * {@link Change.BranchChange} changes branches.
 */
public interface BranchRepository {

    Optional<StoredBranch> find(BranchId xid);

    /** Returns all branches in the order in which they were prepared. */
    List<StoredBranch> list();
}
