package dev.restante.store;

import dev.restante.model.Entity;
import dev.restante.model.policy.PolicyConflictException;
import dev.restante.model.policy.PolicySet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Repository of the policies, which sets the inherited options of entities (POL-01 to POL-05). */
public interface PolicyRepository {

    /**
     * Result that a change of policies would have.
     *
     * @param policies the policies after the change
     * @param entities all entities after the change, ordered by id
     * @param changed those entities whose inherited values change
     */
    record PolicyChange(PolicySet policies, List<Entity> entities, List<Entity> changed) {}

    PolicySet read();

    /**
     * Changes the policies and the inherited values of all entities in one transaction. Entities that other calls
     * create meanwhile are created after it, with the new policies.
     *
     * @param change the change, which may be applied several times
     * @param check the check of the result; an exception undoes the change
     * @throws PolicyConflictException if policies contradict each other or an entity
     */
    PolicyChange change(UnaryOperator<PolicySet> change, Consumer<PolicyChange> check);
}
