package dev.restante.rule;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The filter of a rule: which messages it matches (TOP-03). Immutable. */
public sealed interface RuleFilter {

    /** The headers that a correlation filter can look at. */
    Set<String> HEADERS = Set.of("JMSCorrelationID", "JMSMessageID", "JMSReplyTo", "JMSType");

    /** Matches every message. */
    record EveryMessage() implements RuleFilter {}

    /**
     * Matches what a selector matches (JMS 3.8.1).
     *
     * @param selector its text, which is checked where the rule is added
     */
    record Selected(String selector) implements RuleFilter {
        public Selected {
            requireNonNull(selector, "selector");
        }
    }

    /**
     * Matches the messages that have a value in each of some headers and properties. However many rules look at the
     * same ones, a message takes one look for all of them.
     *
     * <p>Numbers are equal by value, whatever their types; other values if type and value are. {@code JMSReplyTo} is
     * the name of the destination, and a {@code JMSCorrelationID} of bytes equals nothing.
     *
     * @param values by the names of headers and properties; at least one, none null
     */
    record Correlated(Map<String, Object> values) implements RuleFilter {

        /**
         * A filter.
         *
         * @throws IllegalArgumentException if it looks at nothing, at a header that is none of {@link #HEADERS}, or for
         *     a value that can't be there
         */
        public Correlated {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("a correlation filter needs a header or property to look at");
            }
            values.forEach(Correlated::check);
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        private static void check(String name, Object value) {
            if (HEADERS.contains(name)) {
                if (!(value instanceof String)) {
                    throw new IllegalArgumentException("the header " + name + " is compared with a String");
                }
            } else if (name.equals("JMSXDeliveryCount")
                    || (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_"))) {
                throw new IllegalArgumentException(
                        "a correlation filter can't look at " + name + ", only at " + HEADERS + " and properties");
            }
            PropertyValues.check(name, value);
            if ((value instanceof Double number && number.isNaN())
                    || (value instanceof Float single && single.isNaN())) {
                throw new IllegalArgumentException("nothing equals NaN, as " + name + " would have to");
            }
        }

        /**
         * This filter with one more condition; a former one on the same header or property is replaced.
         *
         * @throws IllegalArgumentException as {@link RuleFilter#on} does
         */
        public Correlated and(String name, Object value) {
            Map<String, Object> all = new LinkedHashMap<>(values);
            all.put(name, value);
            return new Correlated(all);
        }
    }

    /** A filter that matches every message. */
    static RuleFilter everyMessage() {
        return new EveryMessage();
    }

    /** A filter that matches what a selector matches. */
    static RuleFilter selector(String selector) {
        return new Selected(selector);
    }

    /**
     * A correlation filter with one condition, to which {@link Correlated#and} adds others.
     *
     * @param name one of {@link #HEADERS}, or that of a property
     * @param value a String, Boolean, Byte, Short, Integer, Long, Float or Double; a String for a header
     * @throws IllegalArgumentException for another name or value
     */
    static Correlated on(String name, Object value) {
        return new Correlated(Map.of(name, value));
    }
}
