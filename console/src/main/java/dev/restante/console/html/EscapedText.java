package dev.restante.console.html;

import java.util.Locale;

/**
 * The form of a text in HTML. What would be seen as nothing, or turn the text around it, is shown by its code, so that
 * two names that differ look different.
 */
final class EscapedText {

    private EscapedText() {}

    /** The form that is read. */
    static void append(StringBuilder out, String text) {
        text.codePoints().forEach(character -> {
            if (isHidden(character)) {
                out.append(String.format(Locale.ROOT, "\\u%04X", character));
            } else {
                escape(out, character);
            }
        });
    }

    /** The form of what a form sends: it has to come back as it is. */
    static void exactly(StringBuilder out, String text) {
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

    /** True if nothing of a text is shown by its code. */
    static boolean isExact(String text) {
        return text.codePoints()
                .allMatch(character -> character == '\n' || character == '\t' || !isHidden(character));
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
