package dev.restante.rule;

/** The values that properties of messages can have. */
final class PropertyValues {

    private PropertyValues() {}

    /**
     * Looks whether a property can have a value.
     *
     * @throws IllegalArgumentException if not
     */
    static void check(String name, Object value) {
        if (!(value instanceof String
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double)) {
            throw new IllegalArgumentException(
                    "the property " + name + " can't have a value of " + (value == null ? null : value.getClass()));
        }
    }
}
