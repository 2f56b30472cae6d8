package dev.restante.store;

import dev.restante.rule.SubscriptionRule;
import java.util.Optional;

/**
 * Repository that reads and changes the rules by which durable subscriptions select messages of their topic.
 *
 * <p>A subscription begins with one rule, {@link SubscriptionRule#DEFAULT_NAME}, which has the selector of the
 * subscription and no row. The first change creates rows for all rules of the subscription. It does not change the
 * selector of the subscription, which consumers specify to join it.
 *
 * <p>A change of rules also changes the subscription set of the topic: see {@link SubscriptionRepository}.
 */
public interface SubscriptionRuleRepository {

    int MAX_RULES = 2_000;

    /** Result of a change to a rule. */
    enum RuleChangeResult {
        DONE,
        EXISTS,
        NO_RULE,
        /** The subscription has {@code MAX_RULES} rules. */
        TOO_MANY,
        NO_SUBSCRIPTION
    }

    /** Returns the rules of a subscription; empty if the subscription does not exist. */
    Optional<SubscriptionRules> read(long subscriptionId);

    RuleChangeResult add(long subscriptionId, SubscriptionRule rule);

    /** Replaces the rule that has the name of the given rule. */
    RuleChangeResult replace(long subscriptionId, SubscriptionRule rule);

    RuleChangeResult remove(long subscriptionId, String name);
}
