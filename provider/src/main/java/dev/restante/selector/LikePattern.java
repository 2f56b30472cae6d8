package dev.restante.selector;

import java.util.Arrays;

/**
 * A LIKE pattern, compiled once. A match takes at most the product of the lengths of text and pattern, whatever they
 * are: only the latest {@code %} is ever tried again, as what an earlier one took cannot matter any more. A character
 * is a Unicode code point.
 */
final class LikePattern {

    private static final int ANY_CHARACTER = -1;
    private static final int ANY_RUN = -2;
    private static final String FOLLOWERS =
            "the escape character must be followed by an underscore, a percent sign or itself";

    private final int[] elements;

    private LikePattern(int[] elements) {
        this.elements = elements;
    }

    /** A pattern in which no character is escaped. */
    static LikePattern of(String pattern) {
        return new LikePattern(pattern.codePoints().map(LikePattern::element).toArray());
    }

    /**
     * A pattern in which the escape character makes a following {@code _}, {@code %} or escape character literal.
     *
     * @throws IllegalArgumentException if anything else, or nothing, follows an escape character
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
            case '%' -> ANY_RUN;
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
            if (element < elements.length && elements[element] == ANY_RUN) {
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
        while (element < elements.length && elements[element] == ANY_RUN) {
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
