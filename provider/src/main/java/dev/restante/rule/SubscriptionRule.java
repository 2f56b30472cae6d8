package dev.restante.rule;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Named rule of a subscription, with a filter and an optional action (TOP-03). All matching rules without an action add
 * one copy of a message to the subscription. Each matching rule with an action adds its own copy. Immutable.
 *
 * @param name the case-sensitive name, unique within its subscription; at most 500 bytes of UTF-8, not empty
 * @param filter the filter
 * @param action the action; null for a rule without its own copy
 */
public record SubscriptionRule(String name, RuleFilter filter, @Nullable RuleAction action) {

    /** Name of the initial rule of a subscription that was created without rules. */
    public static final String DEFAULT_NAME = "$Default";

    /**
     * Creates a rule.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public SubscriptionRule {
        requireNonNull(name, "name");
        requireNonNull(filter, "filter");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A rule needs a name");
        }
    }

    /** Creates a rule without an action. */
    public SubscriptionRule(String name, RuleFilter filter) {
        this(name, filter, null);
    }

    /**
     * Returns the initial rule of a subscription.
     *
     * @param selector the selector of the subscription, or null for all messages
     */
    public static SubscriptionRule defaultRule(@Nullable String selector) {
        return new SubscriptionRule(
                DEFAULT_NAME, selector == null ? RuleFilter.matchAll() : RuleFilter.selector(selector));
    }
}
