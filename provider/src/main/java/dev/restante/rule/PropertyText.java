package dev.restante.rule;

import java.math.BigDecimal;
import java.util.Locale;

/** The text of a property's value, as configurations and the command line have it, with the name of its type. */
public final class PropertyText {

    private PropertyText() {}

    /**
     * The value that a text means.
     *
     * @param type {@code boolean}, {@code byte}, {@code short}, {@code int}, {@code long}, {@code float}, {@code
     *     double} or {@code string}
     * @throws IllegalArgumentException if there is no such type, or the text is none of its values
     */
    public static Object parse(String type, String text) {
        try {
            return switch (type) {
                case "string" -> text;
                case "boolean" -> truth(text);
                case "byte" -> new BigDecimal(text).byteValueExact();
                case "short" -> new BigDecimal(text).shortValueExact();
                case "int" -> new BigDecimal(text).intValueExact();
                case "long" -> new BigDecimal(text).longValueExact();
                case "float" -> Float.parseFloat(text);
                case "double" -> Double.parseDouble(text);
                default ->
                    throw new IllegalArgumentException("there is no type '" + type
                            + "'; there are boolean, byte, short, int, long, float, double, string");
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no " + type, e);
        }
    }

    /**
     * The name of a value's type, as {@link #parse} takes it.
     *
     * @throws IllegalArgumentException for a value that no property can have
     */
    public static String typeOf(Object value) {
        PropertyValues.check("", value);
        return value instanceof Integer
                ? "int"
                : value.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }
}
