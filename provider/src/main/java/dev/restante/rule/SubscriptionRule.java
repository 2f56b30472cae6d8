package dev.restante.rule;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A named rule of a subscription (TOP-03). A message that matches any rules without an action comes into the
 * subscription once; each matching rule with an action adds a copy of its own. Immutable.
 *
 * @param name unique within its subscription, to the letter; at most 500 bytes of UTF-8, not empty
 * @param filter which messages it matches
 * @param action what it changes in its copy, or null for a rule that has no copy of its own
 */
public record SubscriptionRule(String name, RuleFilter filter, @Nullable RuleAction action) {

    /** The name of the rule that a subscription begins with, unless it was created with others. */
    public static final String DEFAULT_NAME = "$Default";

    /**
     * A rule.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public SubscriptionRule {
        requireNonNull(name, "name");
        requireNonNull(filter, "filter");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a rule needs a name");
        }
    }

    /** A rule without an action. */
    public SubscriptionRule(String name, RuleFilter filter) {
        this(name, filter, null);
    }

    /**
     * The rule that a subscription begins with.
     *
     * @param selector the one that it was subscribed with, or null for all messages
     */
    public static SubscriptionRule byDefault(@Nullable String selector) {
        return new SubscriptionRule(
                DEFAULT_NAME, selector == null ? RuleFilter.everyMessage() : RuleFilter.selector(selector));
    }
}
