package dev.restante.selector;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One word of a selector.
 *
 * @param text an identifier's name, a string's content or a number as written; otherwise the token as written
 * @param position index into the selector, from 0
 */
record Token(Kind kind, String text, int position) {

    /** The kinds of tokens; the words of the language are reserved in any case (SEL-14). */
    enum Kind {
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

        private static final Map<String, Kind> RESERVED = Stream.of(
                        NULL, TRUE, FALSE, NOT, AND, OR, BETWEEN, LIKE, IN, IS, ESCAPE)
                .collect(Collectors.toUnmodifiableMap(Kind::name, kind -> kind));
        private static final int LONGEST_RESERVED = 7;

        private final String description;

        Kind(String description) {
            this.description = description;
        }

        String description() {
            return description;
        }

        static Kind ofWord(String word) {
            return word.length() > LONGEST_RESERVED
                    ? IDENTIFIER
                    : RESERVED.getOrDefault(word.toUpperCase(Locale.ROOT), IDENTIFIER);
        }
    }

    /** The comparison that the token asks for, null if it is none. */
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

    /** What to call the token in an error. */
    String description() {
        return switch (kind) {
            case IDENTIFIER, NUMBER -> kind.description + " " + text;
            case STRING -> "a string";
            default -> kind.description;
        };
    }
}
