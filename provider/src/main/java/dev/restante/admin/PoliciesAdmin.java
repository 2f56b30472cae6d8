package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.option.PolicyKind;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/**
 * Administration of {@linkplain Policy policies}. A change applies to existing entities and to later ones, before their
 * first message is stored. Other nodes apply it with their next heartbeat (POL-03). Obtained from
 * {@link RestanteAdmin#policies()}. Thread-safe.
 */
public final class PoliciesAdmin {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;

    PoliciesAdmin(BrokerAdministration node, AdminCallExecutor executor) {
        this.node = node;
        this.executor = executor;
    }

    /**
     * Sets a policy, which replaces the policy with the same kind and pattern.
     *
     * @return the number of existing queues, topics, subscriptions and dead-letter queues whose options changed
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the policy is invalid or sets no option, a target
     *     does not exist, or the policy contradicts another policy or the own options of an entity. The text names both
     *     (POL-05)
     */
    public int set(Policy policy) throws JMSException {
        requireNonNull(policy, "policy");
        return executor.execute(() -> node.policyAdministration().set(policy.optionPolicy()));
    }

    /**
     * Removes a policy. The entities then get their values from less specific policies, or the defaults.
     *
     * @return false if there was no such policy
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the options of an entity would contradict each
     *     other without it
     */
    public boolean remove(PolicyKind kind, String pattern) throws JMSException {
        requireNonNull(kind, "kind");
        requireNonNull(pattern, "pattern");
        return executor.execute(() -> node.policyAdministration().remove(kind, pattern));
    }

    /** Returns all policies, with the most specific patterns first. */
    public List<Policy> list() throws JMSException {
        return executor.execute(() ->
                node.policyAdministration().policies().stream().map(Policy::of).toList());
    }

    /** Returns the policy of a kind with a pattern; empty if there is none. */
    public Optional<Policy> find(PolicyKind kind, String pattern) throws JMSException {
        requireNonNull(kind, "kind");
        requireNonNull(pattern, "pattern");
        return list().stream()
                .filter(policy -> policy.kind() == kind && policy.pattern().equals(pattern))
                .findFirst();
    }
}
