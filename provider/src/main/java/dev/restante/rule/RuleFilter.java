package dev.restante.rule;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Filter of a subscription rule: the messages that the rule matches (TOP-03). Immutable. */
public sealed interface RuleFilter {

    /** Headers that a correlation filter can compare. */
    Set<String> CORRELATION_HEADERS = Set.of("JMSCorrelationID", "JMSMessageID", "JMSReplyTo", "JMSType");

    /** Filter that matches every message. */
    record MatchAllFilter() implements RuleFilter {}

    /**
     * Filter that matches the messages of a selector (JMS 3.8.1).
     *
     * @param selector the text of the selector, which is checked when the rule is added
     */
    record SelectorFilter(String selector) implements RuleFilter {
        public SelectorFilter {
            requireNonNull(selector, "selector");
        }
    }

    /**
     * Filter that matches the messages with a value in each of some headers and properties. All rules that compare the
     * same headers and properties are evaluated with one lookup for each message.
     *
     * <p>Numbers are equal if their values are equal, even if their types differ. Other values are equal if their types
     * and values are equal. {@code JMSReplyTo} is compared by the name of the destination, and a
     * {@code JMSCorrelationID} of bytes equals no value.
     *
     * @param values the values by name of the header or property; at least one, none of them null
     */
    record CorrelationFilter(Map<String, Object> values) implements RuleFilter {

        /**
         * Creates a filter.
         *
         * @throws IllegalArgumentException if there are no values, if a header is not in {@link #CORRELATION_HEADERS},
         *     or if a header or property cannot have a value
         */
        public CorrelationFilter {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("A correlation filter needs at least one header or property");
            }
            values.forEach(CorrelationFilter::check);
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        private static void check(String name, Object value) {
            if (CORRELATION_HEADERS.contains(name)) {
                if (!(value instanceof String)) {
                    throw new IllegalArgumentException("The header " + name + " must be compared with a String");
                }
            } else if (name.equals("JMSXDeliveryCount")
                    || (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_"))) {
                throw new IllegalArgumentException("A correlation filter cannot compare " + name + ", only the headers "
                        + CORRELATION_HEADERS + " and properties");
            }
            PropertyValueCheck.check(name, value);
            if ((value instanceof Double number && number.isNaN())
                    || (value instanceof Float single && single.isNaN())) {
                throw new IllegalArgumentException(
                        "A correlation filter cannot compare " + name + " with NaN, because NaN equals no value");
            }
        }

        /**
         * Returns a copy of this filter with one more condition, which replaces an earlier condition on the same header
         * or property.
         *
         * @throws IllegalArgumentException in the cases of {@link RuleFilter#correlation}
         */
        public CorrelationFilter and(String name, Object value) {
            Map<String, Object> all = new LinkedHashMap<>(values);
            all.put(name, value);
            return new CorrelationFilter(all);
        }
    }

    /** Returns a {@link MatchAllFilter}. */
    static RuleFilter matchAll() {
        return new MatchAllFilter();
    }

    /** Returns a {@link SelectorFilter}. */
    static RuleFilter selector(String selector) {
        return new SelectorFilter(selector);
    }

    /**
     * Returns a correlation filter with one condition, to be extended with {@link CorrelationFilter#and}.
     *
     * @param name a header of {@link #CORRELATION_HEADERS}, or the name of a property
     * @param value a String, Boolean, Byte, Short, Integer, Long, Float or Double; a String for a header
     * @throws IllegalArgumentException if a correlation filter cannot compare the name or the value
     */
    static CorrelationFilter correlation(String name, Object value) {
        return new CorrelationFilter(Map.of(name, value));
    }
}
