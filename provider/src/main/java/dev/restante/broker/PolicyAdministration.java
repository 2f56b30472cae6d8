package dev.restante.broker;

import dev.restante.model.policy.OptionPolicy;
import dev.restante.option.PolicyKind;
import java.util.List;

/** Administration of policies, which set options of all entities whose names match a pattern (POL-01 to POL-06). */
public interface PolicyAdministration {

    /** Returns all policies, with the most specific patterns first. */
    List<OptionPolicy> policies();

    /**
     * Sets a policy, which replaces the policy with the same kind and pattern.
     *
     * @return the number of entities whose options changed
     * @throws BrokerException with INVALID_ARGUMENT if the policy is invalid, or contradicts another policy or an
     *     entity (POL-05)
     */
    int set(OptionPolicy policy);

    /**
     * Removes a policy.
     *
     * @return false if there was none
     * @throws BrokerException with INVALID_ARGUMENT if the options of an entity would contradict each other
     */
    boolean remove(PolicyKind kind, String pattern);
}
