package dev.restante.node.rule;

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
 * The rules of all subscriptions of a topic, as they are asked which copies of a message there are (TOP-03). Pure and
 * immutable.
 *
 * <p>Correlation filters that look at the same headers and properties are found by the hash of their values: for all
 * of them together a message takes one look. What has a selector is asked rule by rule.
 */
public final class FanOutRules {

    /**
     * A rule whose selector was read.
     *
     * @param rule as it is stored
     * @param selector null where it has none
     */
    public record ReadRule(SubscriptionRule rule, @Nullable Selector selector) {

        /**
         * Reads a rule.
         *
         * @throws SelectorSyntaxException if its selector is none
         */
        public static ReadRule of(SubscriptionRule rule) throws SelectorSyntaxException {
            return new ReadRule(
                    rule,
                    rule.filter() instanceof RuleFilter.Selected selected ? Selector.parse(selected.selector()) : null);
        }
    }

    /**
     * A copy of a message.
     *
     * @param subscription whose it is, as its place among those that the rules were built of
     * @param marked the rule whose action it has; null for that of all rules without one
     */
    public record Match(int subscription, @Nullable SubscriptionRule marked) {}

    /** A rule, and its place among all. */
    private record Placed(int place, int subscription, ReadRule read) {
        boolean plain() {
            return read.rule().action() == null;
        }
    }

    /** The correlation filters that look at the same headers and properties. */
    private record Alike(List<String> names, Map<List<Object>, List<Placed>> byValues) {

        List<Placed> matching(SelectableMessage message) {
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

    private final List<Placed> asked = new ArrayList<>();
    private final List<Alike> correlated;

    /**
     * The rules of some subscriptions.
     *
     * @param bySubscription in the order of the subscriptions; none for one that gets nothing
     */
    public FanOutRules(List<List<ReadRule>> bySubscription) {
        Map<List<String>, Alike> alike = new HashMap<>();
        int place = 0;
        for (int subscription = 0; subscription < bySubscription.size(); subscription++) {
            for (ReadRule read : bySubscription.get(subscription)) {
                Placed placed = new Placed(place++, subscription, read);
                if (read.rule().filter() instanceof RuleFilter.Correlated filter) {
                    List<String> names =
                            List.copyOf(new TreeSet<>(filter.values().keySet()));
                    alike.computeIfAbsent(names, same -> new Alike(same, new HashMap<>()))
                            .byValues()
                            .computeIfAbsent(valuesOf(filter, names), values -> new ArrayList<>(1))
                            .add(placed);
                } else {
                    asked.add(placed);
                }
            }
        }
        this.correlated = List.copyOf(alike.values());
    }

    private static List<Object> valuesOf(RuleFilter.Correlated filter, List<String> names) {
        List<Object> values = new ArrayList<>(names.size());
        for (String name : names) {
            values.add(comparable(filter.values().get(name)));
        }
        return values;
    }

    /** Numbers of the same value become equal. */
    private static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            long whole = (long) number;
            // The largest long is no double; what is rounded to it is beyond all longs.
            return whole == number && whole != Long.MAX_VALUE ? (Object) whole : (Object) number;
        }
        return value instanceof Number number ? (Object) number.longValue() : value;
    }

    /** The copies of a message, those of a subscription next to each other, in the order of subscriptions and rules. */
    public List<Match> matches(SelectableMessage message) {
        List<Match> matches = new ArrayList<>();
        int served = -1;
        for (Placed placed : matching(message)) {
            if (!placed.plain()) {
                matches.add(new Match(placed.subscription(), placed.read().rule()));
            } else if (placed.subscription() != served) {
                served = placed.subscription();
                matches.add(new Match(served, null));
            }
        }
        return matches;
    }

    private List<Placed> matching(SelectableMessage message) {
        List<Placed> matching = new ArrayList<>();
        int served = -1;
        for (Placed placed : asked) {
            boolean needless = placed.plain() && placed.subscription() == served;
            Selector selector = placed.read().selector();
            if (!needless && (selector == null || selector.matches(message))) {
                matching.add(placed);
                served = placed.plain() ? placed.subscription() : served;
            }
        }
        if (!correlated.isEmpty()) {
            correlated.forEach(alike -> matching.addAll(alike.matching(message)));
            matching.sort(Comparator.comparingInt(Placed::place));
        }
        return matching;
    }
}
