package dev.restante.rule;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** Text form of a property value with the name of its type, for configurations and the command line. */
public final class PropertyText {

    private static final Pattern PLAIN =
            Pattern.compile("-?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|NaN|-?Infinity");

    private PropertyText() {}

    /**
     * Returns the value that a text represents.
     *
     * @param type {@code boolean}, {@code byte}, {@code short}, {@code int}, {@code long}, {@code float},
     *     {@code double} or {@code string}
     * @throws IllegalArgumentException if the type is unknown, or the text is not a value of the type
     */
    public static Object parse(String type, String text) {
        try {
            return switch (type) {
                case "string" -> text;
                case "boolean" -> parseBoolean(text);
                case "byte" -> exact(text).byteValueExact();
                case "short" -> exact(text).shortValueExact();
                case "int" -> exact(text).intValueExact();
                case "long" -> exact(text).longValueExact();
                case "float" -> finite(text, Float.parseFloat(plain(text)));
                case "double" -> finite(text, Double.parseDouble(plain(text)));
                default ->
                    throw new IllegalArgumentException(
                            "Type '" + type + "' does not exist. The types are boolean, byte, short, int, long, float,"
                                    + " double and string");
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a valid " + type, e);
        }
    }

    private static BigDecimal exact(String text) {
        return new BigDecimal(plain(text));
    }

    /**
     * Returns an unparsable empty text unless the text has the plain form of a number, because Java also accepts digits
     * of other scripts.
     */
    private static String plain(String text) {
        return PLAIN.matcher(text).matches() ? text : "";
    }

    /** Rejects a number that is too large for its type. */
    private static <N extends Number> N finite(String text, N number) {
        if (Double.isInfinite(number.doubleValue()) && !text.endsWith("Infinity")) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    /**
     * Returns the name of the type of a value, as accepted by {@link #parse}.
     *
     * @throws IllegalArgumentException if a property cannot have the value
     */
    public static String typeOf(Object value) {
        PropertyValueCheck.check("", value);
        return value instanceof Integer
                ? "int"
                : value.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static Boolean parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }
}
