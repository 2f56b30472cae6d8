package dev.restante.node.feature.topics;

import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.SelectableMessage;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Matcher of a message against the rules of all subscriptions of a topic (TOP-03). Immutable.
 *
 * <p>Correlation filters on equal sets of headers and properties share one hash map, so a message needs one lookup for
 * all of them. Rules with a selector are evaluated one by one.
 */
public final class SubscriptionRuleMatcher {

    /** Rule with its parsed selector; null if the rule has no selector. */
    public record ParsedRule(SubscriptionRule rule, @Nullable Selector selector) {

        /** Parses the selector of a stored rule. */
        public static ParsedRule of(SubscriptionRule rule) throws SelectorSyntaxException {
            return new ParsedRule(
                    rule,
                    rule.filter() instanceof RuleFilter.SelectorFilter selectorFilter
                            ? Selector.parseStored(selectorFilter.selector())
                            : null);
        }
    }

    /**
     * Copy of a message for the subscription with this index.
     *
     * @param rule the rule whose action changes the copy; null for the one copy of all matching rules without an action
     */
    public record RuleMatch(int subscription, @Nullable SubscriptionRule rule) {}

    /** Rule with its index among all rules of the topic. */
    private record IndexedRule(int place, int subscription, ParsedRule read) {
        boolean plain() {
            return read.rule().action() == null;
        }
    }

    /** Correlation filters on one set of headers and properties, by their values. */
    private record CorrelationIndex(List<String> names, Map<List<Object>, List<IndexedRule>> byValues) {

        List<IndexedRule> matching(SelectableMessage message) {
            List<Object> values = new ArrayList<>(names.size());
            for (String name : names) {
                Object value = comparable(message.value(name));
                if (value == null) {
                    return List.of();
                }
                values.add(value);
            }
            return byValues.getOrDefault(values, List.of());
        }
    }

    private final List<IndexedRule> evaluatedRules = new ArrayList<>();
    private final List<CorrelationIndex> correlated;

    /** Creates a matcher from the rules of each subscription; a subscription with an empty list gets no messages. */
    public SubscriptionRuleMatcher(List<List<ParsedRule>> bySubscription) {
        Map<List<String>, CorrelationIndex> indexesByNames = new HashMap<>();
        int place = 0;
        for (int subscription = 0; subscription < bySubscription.size(); subscription++) {
            for (ParsedRule read : bySubscription.get(subscription)) {
                IndexedRule indexed = new IndexedRule(place++, subscription, read);
                if (read.rule().filter() instanceof RuleFilter.CorrelationFilter filter) {
                    List<String> names =
                            List.copyOf(new TreeSet<>(filter.values().keySet()));
                    indexesByNames
                            .computeIfAbsent(names, same -> new CorrelationIndex(same, new HashMap<>()))
                            .byValues()
                            .computeIfAbsent(valuesOf(filter, names), values -> new ArrayList<>(1))
                            .add(indexed);
                } else {
                    evaluatedRules.add(indexed);
                }
            }
        }
        this.correlated = List.copyOf(indexesByNames.values());
    }

    private static List<Object> valuesOf(RuleFilter.CorrelationFilter filter, List<String> names) {
        List<Object> values = new ArrayList<>(names.size());
        for (String name : names) {
            values.add(comparable(filter.values().get(name)));
        }
        return values;
    }

    /** Converts numbers so that equal numbers of different types become equal objects. */
    private static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            long whole = (long) number;
            // The largest long has no exact double; a double with this rounded value lies above all longs.
            return whole == number && whole != Long.MAX_VALUE ? (Object) whole : (Object) number;
        }
        return value instanceof Number number ? (Object) number.longValue() : value;
    }

    /** Returns the copies of a message in the order of subscriptions and rules. */
    public List<RuleMatch> matches(SelectableMessage message) {
        List<RuleMatch> matches = new ArrayList<>();
        int lastPlainSubscription = -1;
        for (IndexedRule indexed : matching(message)) {
            if (!indexed.plain()) {
                matches.add(new RuleMatch(indexed.subscription(), indexed.read().rule()));
            } else if (indexed.subscription() != lastPlainSubscription) {
                lastPlainSubscription = indexed.subscription();
                matches.add(new RuleMatch(lastPlainSubscription, null));
            }
        }
        return matches;
    }

    private List<IndexedRule> matching(SelectableMessage message) {
        List<IndexedRule> matching = new ArrayList<>();
        int lastPlainSubscription = -1;
        for (IndexedRule indexed : evaluatedRules) {
            boolean needless = indexed.plain() && indexed.subscription() == lastPlainSubscription;
            Selector selector = indexed.read().selector();
            if (!needless && (selector == null || selector.matches(message))) {
                matching.add(indexed);
                lastPlainSubscription = indexed.plain() ? indexed.subscription() : lastPlainSubscription;
            }
        }
        if (!correlated.isEmpty()) {
            correlated.forEach(index -> matching.addAll(index.matching(message)));
            matching.sort(Comparator.comparingInt(IndexedRule::place));
        }
        return matching;
    }
}
