package dev.restante.console.message;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Indenter of JSON texts that keeps strings and numbers as they are.
 *
 * <p>It checks only that brackets match and that strings end.
 */
final class JsonIndenter {

    private static final int DEEPEST = 64;
    private static final int MAX_CHARACTERS = 1_000_000;

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private final Deque<Character> open = new ArrayDeque<>();

    private JsonIndenter(String text) {
        this.text = text;
    }

    /**
     * Returns the indented text. Empty if the text is no object or array, is nested too deeply, or becomes too long.
     */
    static Optional<String> of(String text) {
        String stripped = text.strip();
        boolean structure = stripped.startsWith("{") || stripped.startsWith("[");
        return structure ? new JsonIndenter(stripped).layout() : Optional.empty();
    }

    private Optional<String> layout() {
        int at = 0;
        while (at < text.length()) {
            if ((at > 0 && open.isEmpty()) || out.length() > MAX_CHARACTERS) {
                return Optional.empty();
            }
            char next = text.charAt(at);
            if (next == '"') {
                int end = endOfString(at);
                if (end < 0) {
                    return Optional.empty();
                }
                out.append(text, at, end);
                at = end;
                continue;
            }
            if (!add(next)) {
                return Optional.empty();
            }
            at++;
        }
        return open.isEmpty() ? Optional.of(out.toString()) : Optional.empty();
    }

    private int endOfString(int begin) {
        for (int at = begin + 1; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '"') {
                return at + 1;
            }
            if (next == '\\') {
                at++;
            }
        }
        return -1;
    }

    private boolean add(char next) {
        switch (next) {
            case '{', '[' -> {
                open.push(next == '{' ? '}' : ']');
                out.append(next);
                newLine();
            }
            case '}', ']' -> {
                if (open.isEmpty() || open.pop() != next) {
                    return false;
                }
                newLine();
                out.append(next);
            }
            case ',' -> {
                out.append(next);
                newLine();
            }
            case ':' -> out.append(": ");
            case ' ', '\t', '\n', '\r' -> {}
            default -> out.append(next);
        }
        return open.size() <= DEEPEST;
    }

    private void newLine() {
        out.append('\n').append("  ".repeat(open.size()));
    }
}
