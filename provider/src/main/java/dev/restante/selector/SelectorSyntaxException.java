package dev.restante.selector;

import dev.restante.model.ShownText;

/**
 * Says that a text is not a message selector: it does not follow the grammar, or its operands can never have the types
 * that an operator needs (SEL-03). The message names the text, the place and what was expected there.
 */
public final class SelectorSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 400;

    private final int position;

    SelectorSyntaxException(String text, int position, String problem) {
        super(ShownText.line(
                "Invalid selector at index " + position + ": " + problem + ", in: " + quote(text, position)));
        this.position = position;
    }

    /** Where the text went wrong: an index into it, counted from 0; its length where the text ended too early. */
    public int position() {
        return position;
    }

    private static String quote(String text, int position) {
        if (text.length() <= LONGEST_QUOTE) {
            return text;
        }
        int start = Math.max(0, Math.min(position - LONGEST_QUOTE / 2, text.length() - LONGEST_QUOTE));
        int end = start + LONGEST_QUOTE;
        return (start > 0 ? "..." : "") + text.substring(start, end) + (end < text.length() ? "..." : "");
    }
}
