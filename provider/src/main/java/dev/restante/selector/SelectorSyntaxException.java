package dev.restante.selector;

import dev.restante.model.DisplayText;

/**
 * Exception for a text that is not a valid message selector (SEL-03). The message contains the text, the position and
 * the expected element.
 */
public final class SelectorSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int MAX_QUOTE_LENGTH = 400;

    private final int position;

    SelectorSyntaxException(String text, int position, String problem) {
        super(DisplayText.singleLine(
                "Invalid selector at index " + position + ": " + problem + ", in: " + quote(text, position)));
        this.position = position;
    }

    /** Returns the index of the error in the text, from 0; the length of the text if it ends too early. */
    public int position() {
        return position;
    }

    private static String quote(String text, int position) {
        if (text.length() <= MAX_QUOTE_LENGTH) {
            return text;
        }
        int start = Math.max(0, Math.min(position - MAX_QUOTE_LENGTH / 2, text.length() - MAX_QUOTE_LENGTH));
        int end = start + MAX_QUOTE_LENGTH;
        return (start > 0 ? "..." : "") + text.substring(start, end) + (end < text.length() ? "..." : "");
    }
}
