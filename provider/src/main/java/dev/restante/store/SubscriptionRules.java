package dev.restante.store;

import dev.restante.rule.SubscriptionRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a subscription, as they are stored.
 *
 * @param rules those that can be read, by name; none for a subscription that gets nothing
 * @param unreadable why one can't be read, malformed or of a newer release, else null
 */
public record SubscriptionRules(List<SubscriptionRule> rules, @Nullable String unreadable) {

    public SubscriptionRules {
        rules = List.copyOf(rules);
    }

    /** The rules of a subscription whose rules nobody has changed. */
    public static SubscriptionRules byDefault(@Nullable String selector) {
        return new SubscriptionRules(List.of(SubscriptionRule.byDefault(selector)), null);
    }
}
