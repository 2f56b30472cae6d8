package dev.restante.store;

import dev.restante.rule.SubscriptionRule;
import java.util.Optional;

/**
 * The rules of durable subscriptions. Each call is a transaction of its own.
 *
 * <p>A subscription whose rules nobody has changed has one, {@link SubscriptionRule#DEFAULT_NAME}, with the selector
 * that it was subscribed with; it has no row. The first change gives it rows of its own. What it was subscribed with
 * stays as it is, because that is what consumers ask for.
 *
 * <p>A change of rules is one of the topic's set of subscriptions: see {@link SubscriptionRepository}.
 */
public interface SubscriptionRuleRepository {

    /** The most rules that a subscription can have. */
    int MOST_RULES = 2_000;

    /** What became of a change. */
    enum Changing {
        /** It is done. */
        DONE,
        /** There is a rule of that name. */
        EXISTS,
        /** There is no rule of that name. */
        NO_RULE,
        /** There are as many as there may be. */
        TOO_MANY,
        /** The subscription is gone. */
        NO_SUBSCRIPTION
    }

    /** The rules of a subscription, empty if that is gone. */
    Optional<SubscriptionRules> read(long subscriptionId);

    /** Adds a rule. */
    Changing add(long subscriptionId, SubscriptionRule rule);

    /** Replaces the rule with the name of another one. */
    Changing replace(long subscriptionId, SubscriptionRule rule);

    /** Removes a rule. */
    Changing remove(long subscriptionId, String name);
}
