package dev.restante.rule;

/** Check that a message property can have a value. */
final class PropertyValueCheck {

    private PropertyValueCheck() {}

    /** Throws an {@link IllegalArgumentException} if a property cannot have the value. */
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
                    "The property " + name + " cannot have a value of " + (value == null ? null : value.getClass()));
        }
    }
}
