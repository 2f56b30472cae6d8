package dev.restante.rule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Action of a subscription rule: changes to the properties of the copy of a message (TOP-03). The copy also has the
 * name of the rule as its property {@value #RULE_NAME_PROPERTY}. Immutable.
 *
 * @param changes the new values of properties by name; null removes a property
 */
public record RuleAction(Map<String, @Nullable Object> changes) {

    /** Name of the property that contains the name of the rule of a copy. */
    public static final String RULE_NAME_PROPERTY = "RuleName";

    private static final Set<String> RESERVED_PROPERTIES =
            Set.of(RULE_NAME_PROPERTY, "DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource");

    /**
     * Creates an action.
     *
     * @throws IllegalArgumentException if a property cannot have a value, or only the provider sets it, such as a
     *     header or a name that begins with JMS
     */
    public RuleAction {
        changes.forEach((name, value) -> {
            if (name.startsWith("JMS") || RESERVED_PROPERTIES.contains(name)) {
                throw new IllegalArgumentException(
                        "A rule cannot change " + name + ". It can change only application properties");
            }
            if (value != null) {
                PropertyValueCheck.check(name, value);
            }
        });
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }

    /** Returns an action that only sets the property with the name of the rule. */
    public static RuleAction markOnly() {
        return new RuleAction(Map.of());
    }

    /**
     * Returns an action that sets a property, to be extended with {@link #andSet} and {@link #andRemove}.
     *
     * @param value a String, Boolean, Byte, Short, Integer, Long, Float or Double
     * @throws IllegalArgumentException if a rule cannot set the property, or the value has another type
     */
    public static RuleAction set(String property, Object value) {
        return markOnly().andSet(property, value);
    }

    /**
     * Returns an action that removes a property.
     *
     * @throws IllegalArgumentException if a rule cannot remove the property
     */
    public static RuleAction remove(String property) {
        return markOnly().andRemove(property);
    }

    /** Returns a copy of this action that also sets a property; see {@link #set}. */
    public RuleAction andSet(String property, Object value) {
        PropertyValueCheck.check(property, value);
        return with(property, value);
    }

    /** Returns a copy of this action that also removes a property; see {@link #remove}. */
    public RuleAction andRemove(String property) {
        return with(property, null);
    }

    private RuleAction with(String property, @Nullable Object value) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(changes);
        all.put(property, value);
        return new RuleAction(all);
    }
}
