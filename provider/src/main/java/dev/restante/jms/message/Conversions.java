package dev.restante.jms.message;

import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of values that are read from a property, a map entry or a stream field (JMS §3.5.4 and §3.11.3).
 * Integers widen, and a float becomes a double. Everything but bytes can be read as a String, and a String as anything
 * but a char or bytes.
 *
 * <p>A String that is no number and a null read as a primitive fail as the {@code valueOf} methods of the wrappers do:
 * {@code NumberFormatException} for integers, {@code NullPointerException} for a null float or double; a null boolean
 * is false.
 */
final class Conversions {

    private Conversions() {}

    static boolean toBoolean(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Boolean truth) {
            return truth;
        }
        return Boolean.parseBoolean(text(value, "boolean"));
    }

    static byte toByte(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Byte number) {
            return number;
        }
        return Byte.parseByte(text(value, "byte"));
    }

    static short toShort(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        }
        return Short.parseShort(text(value, "short"));
    }

    static int toInt(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        return Integer.parseInt(text(value, "int"));
    }

    static long toLong(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return Long.parseLong(text(value, "long"));
    }

    static float toFloat(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Float number) {
            return number;
        }
        return Float.parseFloat(text(value, "float"));
    }

    static double toDouble(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return Double.parseDouble(text(value, "double"));
    }

    static char toChar(@Nullable Object value) throws MessageFormatException {
        if (value == null) {
            throw new NullPointerException("null cannot be read as char");
        }
        if (value instanceof Character character) {
            return character;
        }
        throw refused(value, "char");
    }

    static @Nullable String toText(@Nullable Object value) throws MessageFormatException {
        if (value instanceof byte[]) {
            throw refused(value, "String");
        }
        return value == null ? null : value.toString();
    }

    /** The bytes themselves; the caller copies what leaves the message. */
    static byte @Nullable [] toBytes(@Nullable Object value) throws MessageFormatException {
        if (value == null || value instanceof byte[]) {
            return (byte[]) value;
        }
        throw refused(value, "byte[]");
    }

    /**
     * A value that a body may hold, copied where it could change: wrappers of primitives, String, byte[] and null
     * (BDY-11).
     */
    static @Nullable Object bodyValue(@Nullable Object value) throws MessageFormatException {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof Character || isPropertyValue(value)) {
            return value;
        }
        throw unsupported(value);
    }

    /** Whether a property can hold the value: wrappers of primitives (no Character), String and null (PRP-04). */
    static boolean isPropertyValue(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double;
    }

    static MessageFormatException unsupported(@Nullable Object value) {
        return Refusals.format("a value of class " + className(value) + " is not supported");
    }

    /** The text to be parsed; null stays null, so that the parse methods treat it as their {@code valueOf} does. */
    @SuppressWarnings("NullAway") // the parse methods declare no null, and JMS wants just what they do with it
    private static String text(@Nullable Object value, String wanted) throws MessageFormatException {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw refused(value, wanted);
    }

    private static MessageFormatException refused(Object value, String wanted) {
        return Refusals.format("a value of class " + className(value) + " cannot be read as " + wanted);
    }

    private static String className(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }
}
