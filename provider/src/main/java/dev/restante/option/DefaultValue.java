package dev.restante.option;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Default of an option, which may depend on whether the queue requires groups.
 *
 * @param value the default; null for an option that may have no value
 * @param withoutGroups the effective value of a missing value if groups are not required; null if there is none
 * @param withGroupsRequired the effective value of a missing value if groups are required; null if there is none
 * @param meaningOfNull the meaning of a missing value for display; null if a value is required or the effective value
 *     depends on groups
 */
record DefaultValue<T>(
        @Nullable T value, @Nullable T withoutGroups, @Nullable T withGroupsRequired, @Nullable String meaningOfNull) {

    static <T> DefaultValue<T> of(T value) {
        return new DefaultValue<>(value, null, null, null);
    }

    static <T> DefaultValue<T> none(String meaning) {
        return new DefaultValue<>(null, null, null, meaning);
    }

    static <T> DefaultValue<T> dependingOnGroups(T withGroupsRequired, T withoutGroups) {
        return new DefaultValue<>(null, withoutGroups, withGroupsRequired, null);
    }

    /** Returns the default for display. */
    String toText(Function<T, String> format) {
        if (value != null) {
            return format.apply(value);
        }
        return withoutGroups == null || withGroupsRequired == null
                ? String.valueOf(meaningOfNull)
                : format.apply(withGroupsRequired) + " where groups are required, else " + format.apply(withoutGroups);
    }
}
