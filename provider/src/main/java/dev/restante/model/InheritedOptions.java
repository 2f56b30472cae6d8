package dev.restante.model;

import dev.restante.option.QueueOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Option values that an entity gets from policies, in the order of the option table, each with the pattern of its
 * policy (POL-02). Immutable.
 *
 * @param values the values by option
 */
public record InheritedOptions(Map<QueueOption<?>, InheritedValue> values) {

    /** Value of one option; null means that the policy sets it to no value. */
    public record InheritedValue(@Nullable Object value, String policy) {}

    /** Options of an entity that no policy matches. */
    public static final InheritedOptions NONE = new InheritedOptions(Map.of());

    public InheritedOptions {
        Map<QueueOption<?>, InheritedValue> ordered = new LinkedHashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            InheritedValue inherited = values.get(option);
            if (inherited != null) {
                ordered.put(option, new InheritedValue(option.validate(inherited.value()), inherited.policy()));
            }
        }
        values = Collections.unmodifiableMap(ordered);
    }

    /** Returns the value of an option, or null if no policy sets it. */
    public @Nullable InheritedValue get(QueueOption<?> option) {
        return values.get(option);
    }
}
