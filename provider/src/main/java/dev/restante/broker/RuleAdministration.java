package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.rule.SubscriptionRule;
import java.util.List;

/**
 * The administration of the rules of durable subscriptions (TOP-03), also while these are in use. A message that is
 * sent after a change returned, on whichever node, goes by the changed rules. Thread-safe.
 */
public interface RuleAdministration {

    /**
     * The rules of a subscription, by name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if it was deleted, ENTITY_UNREADABLE if one can't be read
     */
    List<SubscriptionRule> rules(Entity subscription);

    /**
     * Adds a rule.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if the subscription was deleted, ENTITY_INVALID if it has a
     *     rule of that name, INVALID_SELECTOR, INVALID_ARGUMENT for a name or values that a database can't hold, or if
     *     it has as many rules as there may be
     */
    void add(Entity subscription, SubscriptionRule rule);

    /**
     * Replaces the rule with the name of another one.
     *
     * @throws BrokerException as {@link #add} does, and with ENTITY_NOT_FOUND if there is no rule of that name
     */
    void alter(Entity subscription, SubscriptionRule rule);

    /**
     * Removes a rule; a subscription without rules gets nothing.
     *
     * @return false if there was none of that name
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND if the subscription was deleted
     */
    boolean remove(Entity subscription, String name);
}
