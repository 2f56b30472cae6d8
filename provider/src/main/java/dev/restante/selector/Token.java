package dev.restante.selector;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Token of a message selector, such as an identifier, literal or operator, which the lexer passes to the parser.
 *
 * @param text the name of an identifier, the content of a string, or the token as written
 * @param position the index in the selector, from 0
 */
record Token(TokenKind kind, String text, int position) {

    /** Kind of a token. Reserved words are not case-sensitive (SEL-14). */
    enum TokenKind {
        IDENTIFIER("an identifier"),
        STRING("a string"),
        NUMBER("a number"),
        END("the end"),
        NULL("NULL"),
        TRUE("TRUE"),
        FALSE("FALSE"),
        NOT("NOT"),
        AND("AND"),
        OR("OR"),
        BETWEEN("BETWEEN"),
        LIKE("LIKE"),
        IN("IN"),
        IS("IS"),
        ESCAPE("ESCAPE"),
        OPEN("'('"),
        CLOSE("')'"),
        COMMA("','"),
        PLUS("'+'"),
        MINUS("'-'"),
        TIMES("'*'"),
        DIVIDED_BY("'/'"),
        EQUAL("'='"),
        NOT_EQUAL("'<>'"),
        LESS("'<'"),
        LESS_OR_EQUAL("'<='"),
        GREATER("'>'"),
        GREATER_OR_EQUAL("'>='");

        private static final Map<String, TokenKind> RESERVED = Stream.of(
                        NULL, TRUE, FALSE, NOT, AND, OR, BETWEEN, LIKE, IN, IS, ESCAPE)
                .collect(Collectors.toUnmodifiableMap(TokenKind::name, kind -> kind));
        private static final int MAX_RESERVED_LENGTH = 7;

        private final String description;

        TokenKind(String description) {
            this.description = description;
        }

        String description() {
            return description;
        }

        static TokenKind ofWord(String word) {
            return word.length() > MAX_RESERVED_LENGTH
                    ? IDENTIFIER
                    : RESERVED.getOrDefault(word.toUpperCase(Locale.ROOT), IDENTIFIER);
        }
    }

    /** Returns the comparison operator of the token, or null. */
    @Nullable
    ComparisonOperator comparison() {
        return switch (kind) {
            case EQUAL -> ComparisonOperator.EQUAL;
            case NOT_EQUAL -> ComparisonOperator.NOT_EQUAL;
            case LESS -> ComparisonOperator.LESS;
            case LESS_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
            case GREATER -> ComparisonOperator.GREATER;
            case GREATER_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
            default -> null;
        };
    }

    String description() {
        return switch (kind) {
            case IDENTIFIER, NUMBER -> kind.description + " " + text;
            case STRING -> "a string";
            default -> kind.description;
        };
    }
}
