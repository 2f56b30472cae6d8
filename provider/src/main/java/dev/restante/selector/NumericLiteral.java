package dev.restante.selector;

import java.util.regex.Pattern;

/**
 * Parser of Java numeric literals in selectors (JMS §3.8.1.1).
 *
 * <p>Exact literals are decimal, octal (035), hexadecimal (0x1d) or binary (0b101), with underscores between digits and
 * an optional L. JMS requires the range of long even without L, unlike Java. A literal is an int if it has no L and
 * fits an int, and otherwise a long. Approximate literals are double, or float with an F.
 */
final class NumericLiteral {

    private static final String DIGITS = "[0-9](?:[0-9_]*[0-9])?";
    private static final String HEX_DIGITS = "[0-9a-fA-F](?:[0-9a-fA-F_]*[0-9a-fA-F])?";
    private static final Pattern DECIMAL = Pattern.compile("(?:0|[1-9](?:[0-9_]*[0-9])?)[lL]?");
    private static final Pattern OCTAL = Pattern.compile("0[0-7_]*[0-7][lL]?");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]" + HEX_DIGITS + "[lL]?");
    private static final Pattern BINARY = Pattern.compile("0[bB][01](?:[01_]*[01])?[lL]?");
    private static final Pattern APPROXIMATE = Pattern.compile("(?:" + DIGITS + "\\.(?:" + DIGITS + ")?|\\." + DIGITS
            + ")(?:[eE][+-]?" + DIGITS + ")?[fFdD]?|" + DIGITS + "(?:[eE][+-]?" + DIGITS + "[fFdD]?|[fFdD])");
    private static final Pattern HEXADECIMAL_APPROXIMATE = Pattern.compile("0[xX](?:" + HEX_DIGITS + "\\.?|(?:"
            + HEX_DIGITS + ")?\\." + HEX_DIGITS + ")[pP][+-]?" + DIGITS + "[fFdD]?");

    private NumericLiteral() {}

    /**
     * Returns the value of a literal.
     *
     * @param negative true if a minus sign precedes the literal; the sign belongs to the literal, because the smallest
     *     long cannot be written otherwise
     * @return an Integer, Long, Float or Double
     * @throws NumberFormatException if the text is not a Java literal or is out of range; the message says which
     */
    static Number parse(String literal, boolean negative) {
        if (DECIMAL.matcher(literal).matches()) {
            return exact(literal, 0, 10, negative);
        }
        if (HEXADECIMAL.matcher(literal).matches()) {
            return exact(literal, 2, 16, negative);
        }
        if (OCTAL.matcher(literal).matches()) {
            return exact(literal, 1, 8, negative);
        }
        if (BINARY.matcher(literal).matches()) {
            return exact(literal, 2, 2, negative);
        }
        if (APPROXIMATE.matcher(literal).matches()
                || HEXADECIMAL_APPROXIMATE.matcher(literal).matches()) {
            return approximate(literal, negative);
        }
        throw new NumberFormatException("not a number: " + literal);
    }

    private static Number exact(String literal, int prefix, int radix, boolean negative) {
        char last = literal.charAt(literal.length() - 1);
        boolean suffixed = last == 'l' || last == 'L';
        String digits =
                literal.substring(prefix, literal.length() - (suffixed ? 1 : 0)).replace("_", "");
        long value;
        try {
            if (radix == 10) {
                value = Long.parseLong(negative ? "-" + digits : digits);
            } else {
                long bits = Long.parseUnsignedLong(digits, radix);
                value = negative ? -bits : bits;
            }
        } catch (NumberFormatException tooLarge) {
            throw outOfRange(literal, "long");
        }
        if (!suffixed && value == (int) value) {
            return (int) value;
        }
        return value;
    }

    private static Number approximate(String literal, boolean negative) {
        String digits = literal.replace("_", "");
        char last = literal.charAt(literal.length() - 1);
        boolean isFloat = last == 'f' || last == 'F';
        double value = isFloat ? Float.parseFloat(digits) : Double.parseDouble(digits);
        if (Double.isInfinite(value) || (value == 0 && hasNonZeroDigit(digits))) {
            throw outOfRange(literal, isFloat ? "float" : "double");
        }
        double signed = negative ? -value : value;
        if (isFloat) {
            return (float) signed;
        }
        return signed;
    }

    private static boolean hasNonZeroDigit(String digits) {
        boolean hexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
        for (int index = hexadecimal ? 2 : 0; index < digits.length(); index++) {
            char character = digits.charAt(index);
            boolean exponent =
                    character == 'p' || character == 'P' || (!hexadecimal && (character == 'e' || character == 'E'));
            if (exponent) {
                return false;
            }
            if (character != '0' && character != '.' && Character.digit(character, hexadecimal ? 16 : 10) > 0) {
                return true;
            }
        }
        return false;
    }

    private static NumberFormatException outOfRange(String literal, String type) {
        return new NumberFormatException("out of the range of " + type + ": " + literal);
    }
}
