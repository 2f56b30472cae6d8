package dev.restante.selector;

import java.util.Arrays;

/**
 * Compiled LIKE pattern, matched in time proportional to the product of text and pattern length. The matcher backtracks
 * only to the latest {@code %}, because earlier ones cannot change the result. A character is a Unicode code point.
 */
final class LikePattern {

    private static final int ANY_CHARACTER = -1;
    private static final int ANY_SEQUENCE = -2;
    private static final String FOLLOWERS =
            "the escape character must be followed by an underscore, a percent sign or itself";

    private final int[] elements;

    private LikePattern(int[] elements) {
        this.elements = elements;
    }

    /** Compiles a pattern. */
    static LikePattern of(String pattern) {
        return new LikePattern(pattern.codePoints().map(LikePattern::element).toArray());
    }

    /**
     * Compiles a pattern. The escape character makes a following {@code _}, {@code %} or escape character literal.
     *
     * @throws IllegalArgumentException if any other character, or the end, follows an escape character
     */
    static LikePattern of(String pattern, int escape) {
        int[] elements = new int[pattern.length()];
        int count = 0;
        boolean escaped = false;
        for (int character : pattern.codePoints().toArray()) {
            if (escaped) {
                if (character != '_' && character != '%' && character != escape) {
                    throw new IllegalArgumentException(FOLLOWERS);
                }
                elements[count++] = character;
                escaped = false;
            } else if (character == escape) {
                escaped = true;
            } else {
                elements[count++] = element(character);
            }
        }
        if (escaped) {
            throw new IllegalArgumentException(FOLLOWERS);
        }
        return new LikePattern(Arrays.copyOf(elements, count));
    }

    private static int element(int character) {
        return switch (character) {
            case '_' -> ANY_CHARACTER;
            case '%' -> ANY_SEQUENCE;
            default -> character;
        };
    }

    boolean matches(String text) {
        int at = 0;
        int element = 0;
        int afterRun = -1;
        int runEnd = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            if (element < elements.length && elements[element] == ANY_SEQUENCE) {
                element++;
                afterRun = element;
                runEnd = at;
            } else if (element < elements.length
                    && (elements[element] == ANY_CHARACTER || elements[element] == character)) {
                element++;
                at += Character.charCount(character);
            } else if (afterRun >= 0) {
                runEnd += Character.charCount(text.codePointAt(runEnd));
                at = runEnd;
                element = afterRun;
            } else {
                return false;
            }
        }
        while (element < elements.length && elements[element] == ANY_SEQUENCE) {
            element++;
        }
        return element == elements.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LikePattern pattern && Arrays.equals(elements, pattern.elements);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(elements);
    }
}
