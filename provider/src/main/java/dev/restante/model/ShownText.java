package dev.restante.model;

import java.util.Locale;

/**
 * A text of an application as messages and logs show it: shortened, and without characters that would forge a line,
 * turn the writing around or be invisible. The one place that renders names, ids and selectors for people; what
 * programs read is never made of it.
 */
public final class ShownText {

    /** Enough to tell names apart, and little enough that thousands of log lines can carry one. */
    static final int MOST_UNITS = 120;

    private ShownText() {}

    /** The text between apostrophes. */
    public static String quoted(String text) {
        return "'" + of(text) + "'";
    }

    /** The text without apostrophes. */
    public static String of(String text) {
        return shown(text, MOST_UNITS);
    }

    /**
     * A whole message as one line, however long: for what holds texts that others have made, such as that of a
     * database.
     */
    public static String line(String message) {
        return shown(message, Integer.MAX_VALUE);
    }

    private static String shown(String text, int mostUnits) {
        if (text.length() <= mostUnits && isPlain(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(Math.min(text.length(), mostUnits) + 16);
        int i = 0;
        while (i < text.length() && i < mostUnits) {
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
        return text.codePoints().allMatch(ShownText::isPlain);
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
