package dev.restante.selector;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Parsed message selector (JMS §3.8.1), which decides for each message whether it matches. Immutable and thread-safe.
 *
 * <p>These rules apply where the specification is open:
 *
 * <ul>
 *   <li>A comparison, [NOT] BETWEEN, [NOT] IN or [NOT] LIKE of a value of the wrong type is FALSE, also in the negated
 *       form. A NOT before the whole predicate makes it TRUE (SEL-20, SEL-26, SEL-28, SEL-30). The operators &lt;,
 *       &lt;=, &gt; and &gt;= between two strings or two booleans are FALSE, too (SEL-22).
 *   <li>Arithmetic on a value that is not a number, and the division of an integer by zero, return null. A comparison
 *       with null is UNKNOWN (SEL-25). Integers overflow as in Java, and floating-point division by zero is infinite or
 *       NaN (SEL-24).
 *   <li>A property without an operator is UNKNOWN if it is not a boolean (SEL-33).
 *   <li>A numeric literal without a suffix is an int if it fits and otherwise a long (SEL-11).
 *   <li>{@code _} in a LIKE pattern matches one Unicode code point. An escape character must be followed by {@code _},
 *       {@code %} or itself (SEL-29).
 *   <li>A name that begins with JMS is rejected unless it is one of the six header fields or begins with JMSX or JMS_
 *       (SEL-06).
 *   <li>Some identifiers of other providers are other names for header fields, and some are rejected (BEY-10).
 *   <li>After the prefix {@code hyphenated_props:}, until the end of its parentheses, identifiers can contain hyphens.
 *       They stand for the encoded names of foreign properties (SND-13).
 *   <li>Parentheses, NOT and signs can be nested {@value Parser#MAX_NESTING} deep. A selector can contain
 *       {@value Parser#MAX_OPERATIONS} arithmetic operators. These limits protect the stack of the thread; chains of
 *       AND and OR are not limited.
 * </ul>
 */
public final class Selector {

    private final String text;
    private final Condition condition;
    private final Set<String> identifiers;

    private Selector(String text, Condition condition, Set<String> identifiers) {
        this.text = text;
        this.condition = condition;
        this.identifiers = Set.copyOf(identifiers);
    }

    /**
     * Parses a selector. The caller must handle a null or empty text, which means that there is no selector (SEL-01).
     *
     * @throws SelectorSyntaxException if the text is empty or not a selector, compares operands of incompatible types
     *     (SEL-03), or contains an identifier of another provider that Restante does not support (BEY-10)
     */
    public static Selector parse(String text) throws SelectorSyntaxException {
        return parse(new Parser(requireNonNull(text, "text"), false), text);
    }

    /**
     * Parses a selector that was accepted earlier, perhaps by another version of Restante. It can contain identifiers
     * of other providers that {@link #parse} rejects. These are names of properties.
     *
     * @throws SelectorSyntaxException as {@link #parse} does for all other errors
     */
    public static Selector parseStored(String text) throws SelectorSyntaxException {
        return parse(new Parser(requireNonNull(text, "text"), true), text);
    }

    private static Selector parse(Parser parser, String text) throws SelectorSyntaxException {
        Condition condition = parser.parse();
        return new Selector(text, condition, parser.identifiers());
    }

    /**
     * Returns whether the condition is TRUE for a message; FALSE and UNKNOWN do not match (SEL-05). Never throws an
     * exception.
     */
    public boolean matches(SelectableMessage message) {
        return test(message) == Truth.TRUE;
    }

    Truth test(SelectableMessage message) {
        return condition.test(message);
    }

    /** Returns the original text. */
    public String text() {
        return text;
    }

    /** Returns the header fields and properties that the selector reads; unmodifiable and unordered. */
    public Set<String> identifiers() {
        return identifiers;
    }

    /** Returns whether the other object is a selector with exactly the same text. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Selector selector && text.equals(selector.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
