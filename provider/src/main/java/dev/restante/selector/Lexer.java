package dev.restante.selector;

import java.util.Locale;

/** Lexer that splits the text of a message selector into tokens for the parser. */
final class Lexer {

    private final String text;
    private int next;
    private boolean hyphenated;

    Lexer(String text) {
        this.text = text;
    }

    /** Returns whether identifiers can contain hyphens after their first character. */
    boolean isHyphenated() {
        return hyphenated;
    }

    void setHyphenated(boolean value) {
        hyphenated = value;
    }

    /** Returns the next token. At the end of the text it returns {@link Token.TokenKind#END} repeatedly. */
    Token next() throws SelectorSyntaxException {
        skipWhitespace();
        while (text.startsWith(VendorIdentifiers.HYPHENATED_PREFIX, next)) {
            hyphenated = true;
            next += VendorIdentifiers.HYPHENATED_PREFIX.length();
            skipWhitespace();
        }
        if (next == text.length()) {
            return new Token(Token.TokenKind.END, "", next);
        }
        char first = text.charAt(next);
        if (first == '\'') {
            return string();
        }
        if (isDigit(first) || (first == '.' && next + 1 < text.length() && isDigit(text.charAt(next + 1)))) {
            return number();
        }
        if (Character.isJavaIdentifierStart(text.codePointAt(next))) {
            return word();
        }
        return symbol(first);
    }

    private void skipWhitespace() {
        while (next < text.length() && isWhitespace(text.charAt(next))) {
            next++;
        }
    }

    /**
     * Returns whether the character is white space of the Java language (SEL-16); other Unicode white space is a syntax
     * error.
     */
    private static boolean isWhitespace(char character) {
        return switch (character) {
            case ' ', '\t', '\f', '\r', '\n' -> true;
            default -> false;
        };
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private Token string() throws SelectorSyntaxException {
        int start = next;
        StringBuilder content = new StringBuilder();
        int from = start + 1;
        while (true) {
            int quote = text.indexOf('\'', from);
            if (quote < 0) {
                throw new SelectorSyntaxException(text, start, "the string that starts here has no closing quote");
            }
            content.append(text, from, quote);
            from = quote + 1;
            if (from == text.length() || text.charAt(from) != '\'') {
                next = from;
                return new Token(Token.TokenKind.STRING, content.toString(), start);
            }
            content.append('\'');
            from++;
        }
    }

    /** Reads all characters that can belong to a number; {@link NumericLiteral} checks them. */
    private Token number() {
        int start = next;
        boolean hexadecimal = text.startsWith("0x", start) || text.startsWith("0X", start);
        while (next < text.length()) {
            char character = text.charAt(next);
            boolean sign = (character == '+' || character == '-') && isExponentMark(text.charAt(next - 1), hexadecimal);
            int codePoint = text.codePointAt(next);
            if (!sign && character != '.' && !Character.isJavaIdentifierPart(codePoint)) {
                break;
            }
            next += Character.charCount(codePoint);
        }
        return new Token(Token.TokenKind.NUMBER, text.substring(start, next), start);
    }

    private static boolean isExponentMark(char character, boolean hexadecimal) {
        return switch (character) {
            case 'e', 'E' -> !hexadecimal;
            case 'p', 'P' -> hexadecimal;
            default -> false;
        };
    }

    private Token word() {
        int start = next;
        do {
            next += Character.charCount(text.codePointAt(next));
        } while (next < text.length() && isWordPart(text.codePointAt(next)));
        String word = text.substring(start, next);
        return new Token(Token.TokenKind.ofWord(word), word, start);
    }

    private boolean isWordPart(int codePoint) {
        return Character.isJavaIdentifierPart(codePoint) || (hyphenated && codePoint == '-');
    }

    private Token symbol(char first) throws SelectorSyntaxException {
        char second = next + 1 < text.length() ? text.charAt(next + 1) : ' ';
        if ((first == '-' && second == '-') || (first == '/' && second == '*')) {
            throw new SelectorSyntaxException(text, next, "comments are not supported (put a blank between two signs)");
        }
        return switch (first) {
            case '(' -> symbol(Token.TokenKind.OPEN, 1);
            case ')' -> symbol(Token.TokenKind.CLOSE, 1);
            case ',' -> symbol(Token.TokenKind.COMMA, 1);
            case '+' -> symbol(Token.TokenKind.PLUS, 1);
            case '-' -> symbol(Token.TokenKind.MINUS, 1);
            case '*' -> symbol(Token.TokenKind.TIMES, 1);
            case '/' -> symbol(Token.TokenKind.DIVIDED_BY, 1);
            case '=' -> symbol(Token.TokenKind.EQUAL, 1);
            case '<' ->
                switch (second) {
                    case '=' -> symbol(Token.TokenKind.LESS_OR_EQUAL, 2);
                    case '>' -> symbol(Token.TokenKind.NOT_EQUAL, 2);
                    default -> symbol(Token.TokenKind.LESS, 1);
                };
            case '>' ->
                second == '=' ? symbol(Token.TokenKind.GREATER_OR_EQUAL, 2) : symbol(Token.TokenKind.GREATER, 1);
            default ->
                throw new SelectorSyntaxException(
                        text,
                        next,
                        "expected an identifier, a literal or an operator, found " + describe(text.codePointAt(next)));
        };
    }

    private Token symbol(Token.TokenKind kind, int length) {
        int start = next;
        next += length;
        return new Token(kind, text.substring(start, next), start);
    }

    private static String describe(int codePoint) {
        boolean printable = codePoint > ' ' && codePoint < 0x7F;
        return printable
                ? "'" + Character.toString(codePoint) + "'"
                : String.format(Locale.ROOT, "character U+%04X", codePoint);
    }
}
