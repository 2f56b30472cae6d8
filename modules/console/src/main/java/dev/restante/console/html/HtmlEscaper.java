package dev.restante.console.html;

import java.util.Locale;

/**
 * Escaper of text in HTML that makes invisible and direction-changing characters visible.
 *
 * <p>Each such character appears as its Unicode escape, so that two names that differ also look different.
 */
final class HtmlEscaper {

    private HtmlEscaper() {}

    /** Appends a text for reading, with a visible code in place of each hidden character. */
    static void escapeVisible(StringBuilder out, String text) {
        text.codePoints().forEach(character -> {
            if (isHidden(character)) {
                out.append(String.format(Locale.ROOT, "\\u%04X", character));
            } else {
                escape(out, character);
            }
        });
    }

    /** Appends a text for a form field, which must be submitted unchanged, with its hidden characters. */
    static void escapeValue(StringBuilder out, String text) {
        text.codePoints().forEach(character -> escape(out, character));
    }

    private static void escape(StringBuilder out, int character) {
        switch (character) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            case '\r' -> out.append("&#13;");
            default -> out.appendCodePoint(character);
        }
    }

    /** Returns whether {@link #escapeVisible} shows a text without codes for hidden characters. */
    static boolean isRoundTripSafe(String text) {
        return text.codePoints().allMatch(character -> character == '\n' || character == '\t' || !isHidden(character));
    }

    private static boolean isHidden(int character) {
        if (character == '\n' || character == '\t') {
            return false;
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
