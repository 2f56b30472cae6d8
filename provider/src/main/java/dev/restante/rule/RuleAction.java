package dev.restante.rule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The action of a rule: what it changes in the properties of its copy of a message (TOP-03). Besides, the copy has the
 * name of the rule as its property {@value #MARK}. Immutable.
 *
 * @param changes the values that properties get, by name; null removes a property
 */
public record RuleAction(Map<String, @Nullable Object> changes) {

    /** The property that holds the name of the rule that a copy was made by. */
    public static final String MARK = "RuleName";

    private static final Set<String> OF_THE_PROVIDER =
            Set.of(MARK, "DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource");

    /**
     * An action.
     *
     * @throws IllegalArgumentException if it changes what only the provider sets, such as headers and all names that
     *     begin with JMS, or for a value that a property can't have
     */
    public RuleAction {
        changes.forEach((name, value) -> {
            if (name.startsWith("JMS") || OF_THE_PROVIDER.contains(name)) {
                throw new IllegalArgumentException("a rule can't change " + name + ", only properties of applications");
            }
            if (value != null) {
                PropertyValues.check(name, value);
            }
        });
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }

    /** An action that changes nothing else than that the copy tells the rule's name. */
    public static RuleAction mark() {
        return new RuleAction(Map.of());
    }

    /**
     * An action that sets a property, to which {@link #andSet} and {@link #andRemove} add others.
     *
     * @param value a String, Boolean, Byte, Short, Integer, Long, Float or Double
     * @throws IllegalArgumentException for a name that it can't set, or another value
     */
    public static RuleAction set(String property, Object value) {
        return mark().andSet(property, value);
    }

    /**
     * An action that removes a property.
     *
     * @throws IllegalArgumentException for a name that it can't remove
     */
    public static RuleAction remove(String property) {
        return mark().andRemove(property);
    }

    /** This action, which also sets a property; see {@link #set}. */
    public RuleAction andSet(String property, Object value) {
        PropertyValues.check(property, value);
        return with(property, value);
    }

    /** This action, which also removes a property; see {@link #remove}. */
    public RuleAction andRemove(String property) {
        return with(property, null);
    }

    private RuleAction with(String property, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(changes);
        all.put(property, value);
        return new RuleAction(all);
    }
}
