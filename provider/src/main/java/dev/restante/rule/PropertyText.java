package dev.restante.rule;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** The text of a property's value, as configurations and the command line have it, with the name of its type. */
public final class PropertyText {

    private static final Pattern PLAIN =
            Pattern.compile("-?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|NaN|-?Infinity");

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
                case "byte" -> exact(text).byteValueExact();
                case "short" -> exact(text).shortValueExact();
                case "int" -> exact(text).intValueExact();
                case "long" -> exact(text).longValueExact();
                case "float" -> finite(text, Float.parseFloat(plain(text)));
                case "double" -> finite(text, Double.parseDouble(plain(text)));
                default ->
                    throw new IllegalArgumentException("there is no type '" + type
                            + "'; there are boolean, byte, short, int, long, float, double, string");
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no " + type, e);
        }
    }

    private static BigDecimal exact(String text) {
        return new BigDecimal(plain(text));
    }

    /** An empty text in place of digits of other scripts, a plus sign and the like, which Java takes for numbers. */
    private static String plain(String text) {
        return PLAIN.matcher(text).matches() ? text : "";
    }

    /** Refuses a number that is too large for its type. */
    private static <N extends Number> N finite(String text, N number) {
        if (Double.isInfinite(number.doubleValue()) && !text.endsWith("Infinity")) {
            throw new NumberFormatException(text);
        }
        return number;
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
