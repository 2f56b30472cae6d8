package dev.restante.selector;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * A message selector (JMS §3.8.1), checked and ready to be asked. Immutable; any thread may ask it.
 *
 * <p>Where the specification leaves room, these are the rules:
 *
 * <ul>
 *   <li>A comparison, [NOT] BETWEEN, [NOT] IN or [NOT] LIKE of a value of the wrong type is FALSE, in the negated form
 *       too; NOT before the whole turns it into TRUE (SEL-20, SEL-26, SEL-28, SEL-30). So are &lt;, &lt;=, &gt; and
 *       &gt;= between two strings or two booleans (SEL-22).
 *   <li>Arithmetic on a value that is not a number, and an integer divided by zero, give null, and what is compared
 *       with it is UNKNOWN (SEL-25). Integers that overflow wrap, as in Java; floating-point division by zero is
 *       infinite or NaN (SEL-24).
 *   <li>A property of another type than boolean that stands alone is UNKNOWN (SEL-33).
 *   <li>A numeric literal without a suffix is an int if it fits and otherwise a long (SEL-11).
 *   <li>{@code _} in a LIKE pattern stands for one Unicode code point; an escape character must be followed by
 *       {@code _}, {@code %} or itself (SEL-29).
 *   <li>A name that begins with JMS but is neither one of the six header fields nor begins with JMSX or JMS_ is refused
 *       (SEL-06).
 *   <li>Parentheses, NOT and signs may nest {@value Parser#DEEPEST_NESTING} deep, and a selector may hold
 *       {@value Parser#MOST_OPERATIONS} arithmetic operators: so no text can exhaust a thread's stack. Chains of AND
 *       and OR have no limit.
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
     * Reads a selector. That a null or empty text means no selector at all (SEL-01) is for the caller to see to.
     *
     * @throws SelectorSyntaxException if the text, which includes an empty one, is no selector, or compares what can
     *     never be compared (SEL-03)
     */
    public static Selector parse(String text) throws SelectorSyntaxException {
        Parser parser = new Parser(requireNonNull(text, "text"));
        Condition condition = parser.parse();
        return new Selector(text, condition, parser.identifiers());
    }

    /**
     * Whether the condition is TRUE for a message; FALSE and UNKNOWN do not match (SEL-05). Never throws for any
     * message.
     */
    public boolean matches(SelectableMessage message) {
        return test(message) == Truth.TRUE;
    }

    Truth test(SelectableMessage message) {
        return condition.test(message);
    }

    /** The text as it was given. */
    public String text() {
        return text;
    }

    /** The header fields and properties that the selector reads; unmodifiable, in no order. */
    public Set<String> identifiers() {
        return identifiers;
    }

    /** Two selectors are equal if their texts are, to the letter. */
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
