package dev.restante.option;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The default of an option.
 *
 * @param value null for an option that can be without a value
 * @param otherwise what stands in for a missing value, null for nothing
 * @param whereGroupsAreRequired the same for a queue that requires groups
 * @param said what a missing value means, null where it can't be missing or stands for the other two
 */
record DefaultValue<T>(
        @Nullable T value, @Nullable T otherwise, @Nullable T whereGroupsAreRequired, @Nullable String said) {

    static <T> DefaultValue<T> of(T value) {
        return new DefaultValue<>(value, null, null, null);
    }

    static <T> DefaultValue<T> missing(String said) {
        return new DefaultValue<>(null, null, null, said);
    }

    static <T> DefaultValue<T> byGroups(T whereRequired, T otherwise) {
        return new DefaultValue<>(null, otherwise, whereRequired, null);
    }

    /** For people. */
    String shown(Function<T, String> form) {
        if (value != null) {
            return form.apply(value);
        }
        return otherwise == null || whereGroupsAreRequired == null
                ? String.valueOf(said)
                : form.apply(whereGroupsAreRequired) + " where groups are required, else " + form.apply(otherwise);
    }
}
