package dev.restante.model.policy;

import dev.restante.model.EntityOptions;
import dev.restante.model.InheritedOptions;
import dev.restante.model.SegmentPattern;
import dev.restante.option.PolicyKind;

/**
 * Policy: own values of options for all entities of a kind whose names match a pattern (POL-01).
 *
 * @param pattern the text of a {@link SegmentPattern}
 * @param precedence decides between two policies whose patterns are equally specific: the higher one wins
 * @param options the values of the policy, as own values
 */
public record OptionPolicy(PolicyKind kind, String pattern, int precedence, EntityOptions options) {

    /** Creates a policy, whose own values are used only. */
    public OptionPolicy {
        options = options.withInherited(InheritedOptions.NONE);
    }

    /** Returns whether this is the policy of a kind with a pattern. */
    public boolean isNamed(PolicyKind otherKind, String otherPattern) {
        return kind == otherKind && pattern.equals(otherPattern);
    }
}
