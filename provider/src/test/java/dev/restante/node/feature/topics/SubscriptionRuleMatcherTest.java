package dev.restante.node.feature.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.node.feature.topics.SubscriptionRuleMatcher.ParsedRule;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.SelectableMessage;
import dev.restante.selector.SelectorSyntaxException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TOP-03 the copies of a topic message")
final class SubscriptionRuleMatcherTest {

    private static final RuleFilter ALL = RuleFilter.matchAll();

    private static SubscriptionRule plain(String name, RuleFilter filter) {
        return new SubscriptionRule(name, filter);
    }

    private static SubscriptionRule acting(String name, RuleFilter filter) {
        return new SubscriptionRule(name, filter, RuleAction.markOnly());
    }

    private static SubscriptionRuleMatcher ofOne(SubscriptionRule rule) {
        return rules(List.of(List.of(rule)));
    }

    private static SubscriptionRuleMatcher rules(List<List<SubscriptionRule>> bySubscription) {
        return new SubscriptionRuleMatcher(bySubscription.stream()
                .map(rules ->
                        rules.stream().map(SubscriptionRuleMatcherTest::read).toList())
                .toList());
    }

    private static ParsedRule read(SubscriptionRule rule) {
        try {
            return ParsedRule.of(rule);
        } catch (SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns for each copy the index of its subscription and the name of its rule. */
    private static List<String> copies(SubscriptionRuleMatcher rules, Map<String, ?> properties) {
        List<String> copies = new ArrayList<>();
        for (SubscriptionRuleMatcher.RuleMatch match : rules.matches(properties::get)) {
            copies.add(match.subscription()
                    + (match.rule() == null ? "" : match.rule().name()));
        }
        return copies;
    }

    @Test
    @DisplayName("rules without an action share one copy, rules with an action get one each, in the order of the rules")
    void shouldGiveCopies() {
        SubscriptionRuleMatcher rules = rules(List.of(
                List.of(
                        acting("a", RuleFilter.correlation("n", 1)),
                        plain("b", ALL),
                        acting("c", ALL),
                        plain("d", RuleFilter.correlation("n", 1))),
                List.of(),
                List.of(plain("e", RuleFilter.correlation("n", 1)), plain("f", RuleFilter.selector("n = 2"))),
                List.of(
                        plain("g", RuleFilter.correlation("m", 1).and("n", 1)),
                        acting("h", RuleFilter.correlation("n", 1).and("m", 1)))));
        assertThat(copies(rules, Map.of("n", 1))).containsExactly("0a", "0", "0c", "2");
        assertThat(copies(rules, Map.of("n", 2))).containsExactly("0", "0c", "2");
        assertThat(copies(rules, Map.of("n", 1, "m", 1))).containsExactly("0a", "0", "0c", "2", "3", "3h");
        assertThat(copies(rules, Map.of())).containsExactly("0", "0c");
    }

    @Test
    @DisplayName("numbers are equal by value, whatever their types")
    void shouldCompareNumbers() {
        List<Number> numbers = List.of(
                (byte) 7,
                (short) 7,
                7,
                7L,
                7f,
                7.0,
                0.5f,
                0.5,
                0.1f,
                0.1,
                0,
                -0.0,
                (1L << 53) + 1,
                0x1p53,
                Long.MAX_VALUE,
                0x1p63,
                Long.MIN_VALUE,
                -0x1p63,
                Double.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY);
        for (Number wanted : numbers) {
            SubscriptionRuleMatcher rules = ofOne(plain("r", RuleFilter.correlation("n", wanted)));
            for (Number sent : numbers) {
                assertThat(copies(rules, Map.of("n", sent)).size() == 1)
                        .as("%s %s and %s %s", wanted.getClass(), wanted, sent.getClass(), sent)
                        .isEqualTo(exact(wanted).equals(exact(sent)));
            }
        }
    }

    private static String exact(Number number) {
        double value = number.doubleValue();
        if (Double.isInfinite(value)) {
            return Double.toString(value);
        }
        boolean whole = number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte;
        BigDecimal exact = whole ? BigDecimal.valueOf(number.longValue()) : new BigDecimal(value);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    @Test
    @DisplayName("values of different types are never equal, and no value equals a missing property")
    void shouldCompareValues() {
        List<Object> values = List.of("1", 1, true, "true", "");
        for (Object wanted : values) {
            for (Object sent : values) {
                SubscriptionRuleMatcher rules = ofOne(plain("r", RuleFilter.correlation("p", wanted)));
                assertThat(copies(rules, Map.of("p", sent)).size() == 1).isEqualTo(wanted.equals(sent));
                assertThat(copies(rules, Map.of("q", sent))).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("a thousand correlation filters on one property read the property once")
    void shouldLookOnce() {
        SubscriptionRuleMatcher rules = rules(IntStream.range(0, 1_000)
                .mapToObj(n -> List.of(plain("r", RuleFilter.correlation("n", n))))
                .toList());
        AtomicInteger looks = new AtomicInteger();
        Map<String, Object> properties = new HashMap<>(Map.of("n", 500));
        SelectableMessage message = name -> {
            looks.incrementAndGet();
            return properties.get(name);
        };
        assertThat(rules.matches(message)).containsExactly(new SubscriptionRuleMatcher.RuleMatch(500, null));
        assertThat(looks).hasValue(1);
    }
}
