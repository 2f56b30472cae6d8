package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.rule.SubscriptionRule;
import java.util.List;

/**
 * Operations that list, add, alter and remove the rules of durable subscriptions (TOP-03), which may be in use.
 *
 * <p>A change applies to all messages that any node sends after the call has returned. Thread-safe.
 */
public interface RuleAdministration {

    /**
     * Returns the rules of a subscription, sorted by name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if the subscription was deleted; ENTITY_UNREADABLE for an
     *     unreadable rule
     */
    List<SubscriptionRule> rules(Entity subscription);

    /**
     * Adds a rule.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if the subscription was deleted; ENTITY_INVALID if a rule
     *     with this name exists; INVALID_SELECTOR; INVALID_ARGUMENT for a name or value that a database cannot store,
     *     or for too many rules
     */
    void add(Entity subscription, SubscriptionRule rule);

    /**
     * Replaces the rule that has the same name.
     *
     * @throws BrokerException as {@link #add}, and with ENTITY_NOT_FOUND if there is no rule with this name
     */
    void alter(Entity subscription, SubscriptionRule rule);

    /**
     * Removes a rule. A subscription without rules receives no messages.
     *
     * @return false if there was no rule with this name
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if the subscription was deleted
     */
    boolean remove(Entity subscription, String name);
}
