package dev.restante.model;

import java.util.Locale;

/**
 * Application text in the form for messages and logs: shortened and escaped. Escaping prevents forged log lines,
 * changed writing direction and invisible characters. All names, ids and selectors for people are rendered here, but
 * never texts that programs parse.
 */
public final class DisplayText {

    /** Maximum length in characters, which still distinguishes names without bloating thousands of log lines. */
    static final int MAX_CHARS = 120;

    private DisplayText() {}

    /** Returns the text in apostrophes. */
    public static String quote(String text) {
        return "'" + shorten(text) + "'";
    }

    /** Returns the text without apostrophes. */
    public static String shorten(String text) {
        return shown(text, MAX_CHARS);
    }

    /** Returns a text of any length as one escaped line, for texts of foreign origin such as errors of a database. */
    public static String singleLine(String message) {
        return shown(message, Integer.MAX_VALUE);
    }

    private static String shown(String text, int maxChars) {
        if (text.length() <= maxChars && isPlain(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(Math.min(text.length(), maxChars) + 16);
        int i = 0;
        while (i < text.length() && i < maxChars) {
            int codePoint = text.codePointAt(i);
            if (isPlain(codePoint)) {
                shown.appendCodePoint(codePoint);
            } else {
                escape(shown, codePoint);
            }
            i += Character.charCount(codePoint);
        }
        if (i < text.length()) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    private static boolean isPlain(String text) {
        return text.codePoints().allMatch(DisplayText::isPlain);
    }

    private static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    private static void escape(StringBuilder shown, int codePoint) {
        switch (codePoint) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                for (char unit : Character.toChars(codePoint)) {
                    shown.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) unit));
                }
            }
        }
    }
}
