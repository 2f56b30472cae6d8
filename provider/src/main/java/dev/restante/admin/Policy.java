package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.model.policy.OptionPolicy;
import dev.restante.option.PolicyKind;

/**
 * Policy: option values for all entities of a kind whose names match a pattern, whether they exist already or not
 * (POL-01). The value of an option is the own value of an entity, else the value of the policy with the most specific
 * pattern that sets it, else the default (POL-02). Immutable.
 *
 * @param kind the kind of the entities
 * @param pattern the pattern of their names, such as {@code orders.#}. The segments of a name are divided by {@code .}
 *     or {@code /}; {@code *} stands for one segment, and {@code #} for any number of segments. 1 to 255 characters
 * @param precedence decides between policies whose patterns are equally specific: the higher one wins; 0 is usual
 * @param options the values of the policy: those that were set with {@code with} methods, not the defaults
 */
public record Policy(PolicyKind kind, String pattern, int precedence, QueueOptions options) {

    public Policy {
        requireNonNull(kind, "kind");
        requireNonNull(pattern, "pattern");
        requireNonNull(options, "options");
    }

    /** Creates a policy for queues with precedence 0. */
    public Policy(String pattern, QueueOptions options) {
        this(PolicyKind.QUEUES, pattern, 0, options);
    }

    static Policy of(OptionPolicy policy) {
        return new Policy(policy.kind(), policy.pattern(), policy.precedence(), QueueOptions.of(policy.options()));
    }

    OptionPolicy optionPolicy() {
        return new OptionPolicy(kind, pattern, precedence, options.entityOptions());
    }
}
