package dev.restante.model;

import java.util.Set;

/**
 * Rules for the name of a message property, which must be an identifier of the selector syntax (JMS §3.5.1), and the
 * encoding of other names (SND-13).
 */
public final class PropertyName {

    /**
     * Reserved words as the specification spells them. Names are case-sensitive, so that {@code true} is allowed,
     * although no selector can use it.
     */
    private static final Set<String> RESERVED_WORDS =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    private static final char[] HEX_DIGITS = "0123456789abcdef".toCharArray();

    private PropertyName() {}

    /** Returns whether a message can have a property with this name. */
    public static boolean isValid(String name) {
        return isIdentifier(name) && !isReservedWord(name);
    }

    /** Returns whether the name is a Java identifier. It may still be a reserved word. */
    public static boolean isIdentifier(String name) {
        if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int index = 1; index < name.length(); index++) {
            if (!Character.isJavaIdentifierPart(name.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the name is a reserved word of the selector syntax in capitals. */
    public static boolean isReservedWord(String name) {
        return RESERVED_WORDS.contains(name);
    }

    /**
     * Returns a valid name for an invalid one that is not empty. Each character that the name cannot have becomes
     * {@code _xHHHH_}, with its four hexadecimal digits: {@code order-id} becomes {@code order_x002d_id}. The same
     * happens to the first letter of a reserved word, and to {@code _} before an {@code x}. So every {@code _x} of the
     * result begins an encoded character, and different names have different results.
     */
    public static String encode(String name) {
        StringBuilder encoded = new StringBuilder(name.length() + 16);
        for (int index = 0; index < name.length(); index++) {
            char character = name.charAt(index);
            boolean allowed = index == 0
                    ? Character.isJavaIdentifierStart(character) && !isReservedWord(name)
                    : Character.isJavaIdentifierPart(character);
            if (allowed && !name.startsWith("_x", index)) {
                encoded.append(character);
            } else {
                encoded.append("_x");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    encoded.append(HEX_DIGITS[(character >> shift) & 0xf]);
                }
                encoded.append('_');
            }
        }
        return encoded.toString();
    }
}
