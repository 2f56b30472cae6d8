package dev.restante.option;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Place from which the value of an option of an entity comes (POL-04).
 *
 * @param source the kind of place
 * @param policy the pattern of the policy, such as {@code orders.#}; null for other sources
 */
public record OptionOrigin(OptionSource source, @Nullable String policy) {

    /** Origin of a value that was set for the entity itself. */
    public static final OptionOrigin ENTITY = new OptionOrigin(OptionSource.ENTITY, null);

    /** Origin of a value that neither the entity nor a policy sets. */
    public static final OptionOrigin DEFAULT = new OptionOrigin(OptionSource.DEFAULT, null);

    /** Kind of place that sets a value. */
    public enum OptionSource {
        /** The entity itself. */
        ENTITY,
        /** A policy whose pattern matches the name of the entity. */
        POLICY,
        /** The default of the option. */
        DEFAULT
    }

    /**
     * Creates an origin.
     *
     * @throws IllegalArgumentException if a policy is missing, or named for another source
     */
    public OptionOrigin {
        requireNonNull(source, "source");
        if ((source == OptionSource.POLICY) != (policy != null)) {
            throw new IllegalArgumentException("The source " + source + " does not fit the policy " + policy);
        }
    }

    /** Returns the origin of a value from the policy with a pattern. */
    public static OptionOrigin policy(String pattern) {
        return new OptionOrigin(OptionSource.POLICY, pattern);
    }

    /** Returns the origin for display: {@code own value}, {@code default}, or {@code policy PATTERN}. */
    @Override
    public String toString() {
        return switch (source) {
            case ENTITY -> "own value";
            case POLICY -> "policy " + policy;
            case DEFAULT -> "default";
        };
    }
}
