package dev.restante.jms.message;

import dev.restante.model.DisplayText;
import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Converter for values of properties, map entries and stream fields (JMS §3.5.4 and §3.11.3). Integers widen, a float
 * becomes a double, and all values except bytes convert to String. A String converts to all types except char and
 * bytes.
 *
 * <p>Conversions of null and of a String without a number fail as the {@code valueOf} methods of the wrapper classes
 * do. Integers cause {@code NumberFormatException}, a null float or double causes {@code NullPointerException}, and a
 * null boolean is false.
 *
 * <p>The methods name the place of the value in their exceptions. A place is the name of a property or map entry, or
 * the number of a stream field.
 */
final class ValueConverter {

    /** Place of a value in a body without names and fields. */
    static final Object BODY = new Object();

    static final String PROPERTY_TYPES = "a String, a Boolean or a number";
    static final String BODY_TYPES = "a String, a Boolean, a Character, a number or a byte[]";

    private ValueConverter() {}

    static boolean toBoolean(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Boolean truth) {
            return truth;
        }
        return Boolean.parseBoolean(text(place, value, "boolean"));
    }

    static byte toByte(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Byte number) {
            return number;
        }
        return Byte.parseByte(text(place, value, "byte"));
    }

    static short toShort(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        }
        return Short.parseShort(text(place, value, "short"));
    }

    static int toInt(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        return Integer.parseInt(text(place, value, "int"));
    }

    static long toLong(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return Long.parseLong(text(place, value, "long"));
    }

    static float toFloat(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Float number) {
            return number;
        }
        return Float.parseFloat(text(place, value, "float"));
    }

    static double toDouble(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return Double.parseDouble(text(place, value, "double"));
    }

    static char toChar(Object place, @Nullable Object value) throws MessageFormatException {
        if (value == null) {
            throw new NullPointerException("Null cannot be read as char");
        }
        if (value instanceof Character character) {
            return character;
        }
        throw notConvertible(place, value, "char");
    }

    static @Nullable String toStringValue(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof byte[]) {
            throw notConvertible(place, value, "String");
        }
        return value == null ? null : value.toString();
    }

    /** Returns the bytes without a copy. The caller copies bytes that leave the message. */
    static byte @Nullable [] toBytes(Object place, @Nullable Object value) throws MessageFormatException {
        if (value == null || value instanceof byte[]) {
            return (byte[]) value;
        }
        throw notConvertible(place, value, "byte[]");
    }

    /**
     * Returns a value that a body can hold, with a copy of a mutable value. Bodies can hold wrappers of primitives,
     * String, byte[] and null (BDY-11).
     */
    static @Nullable Object toBodyValue(Object place, @Nullable Object value) throws MessageFormatException {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof Character || isPropertyValue(value)) {
            return value;
        }
        throw unsupportedType(place, value, BODY_TYPES);
    }

    /**
     * Returns whether a property can hold the value: a wrapper of a primitive except Character, a String or null
     * (PRP-04).
     */
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

    /**
     * Returns the exception for a value of a class that is not supported.
     *
     * @param place the name of the property or map entry, the number of the stream field, or {@link #BODY}
     * @param types the supported types
     */
    static MessageFormatException unsupportedType(Object place, @Nullable Object value, String types) {
        return MessageExceptions.format(
                description(place) + " cannot hold a value of class " + className(value) + ". Use " + types + ".");
    }

    /** Returns the text to parse. Null stays null, so that the parse methods treat it as {@code valueOf} does. */
    @SuppressWarnings("NullAway") // the parse methods declare no null, and JMS wants just what they do with it
    private static String text(Object place, @Nullable Object value, String wanted) throws MessageFormatException {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw notConvertible(place, value, wanted);
    }

    private static MessageFormatException notConvertible(Object place, Object value, String targetType) {
        return MessageExceptions.format(description(place) + " has a value of class " + className(value)
                + ", which cannot be read as " + targetType + ". Read it as its own type.");
    }

    private static String description(Object place) {
        return place == BODY ? "The body" : place instanceof String name ? DisplayText.quote(name) : "Field " + place;
    }

    private static String className(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }
}
