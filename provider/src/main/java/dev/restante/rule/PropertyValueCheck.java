package dev.restante.rule;

/** Check that the value of a message property has a type that JMS allows: string, boolean or number. */
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
