package dev.restante.store;

import dev.restante.rule.SubscriptionRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules stored for one subscription, which decide which messages of its topic the subscription receives.
 *
 * @param rules readable rules, ordered by name; without any rule, the subscription receives no messages
 * @param unreadable reason why a rule is unreadable, for example because a newer release wrote it; null if all are
 *     readable
 */
public record SubscriptionRules(List<SubscriptionRule> rules, @Nullable String unreadable) {

    public SubscriptionRules {
        rules = List.copyOf(rules);
    }

    /** Returns the rules of a subscription whose rules were never changed. */
    public static SubscriptionRules defaultRules(@Nullable String selector) {
        return new SubscriptionRules(List.of(SubscriptionRule.defaultRule(selector)), null);
    }
}
