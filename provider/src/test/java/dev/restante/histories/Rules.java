package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules of a history's subscription, which determine its copies of a message (TOP-03). */
final class Rules {

    private final SortedMap<String, Rule> byName = new TreeMap<>();

    Rules() {
        Rule first = new Rule(SubscriptionRule.DEFAULT_NAME, Filter.EVERY, Effect.NONE);
        byName.put(first.name(), first);
    }

    /** Filters of rules, in the order of complexity. */
    enum Filter {
        EVERY,
        /** Selector on a property. */
        RED,
        /** Correlation filter on a property. */
        BLUE,
        /** Correlation filter on a property and on a property that the provider knows. */
        BLUE_OF_GROUP,
        /** Selector on a header. */
        IMPORTANT;

        boolean matches(Letter letter) {
            return switch (this) {
                case EVERY -> true;
                case RED -> letter.red();
                case BLUE -> !letter.red();
                case BLUE_OF_GROUP -> !letter.red() && "g".equals(letter.group());
                case IMPORTANT -> letter.priority() > Letter.NORMAL;
            };
        }

        RuleFilter forProduct() {
            return switch (this) {
                case EVERY -> RuleFilter.matchAll();
                case RED -> RuleFilter.selector(Party.RED);
                case BLUE -> RuleFilter.correlation("colour", "blue");
                case BLUE_OF_GROUP -> RuleFilter.correlation("colour", "blue").and("JMSXGroupID", "g");
                case IMPORTANT -> RuleFilter.selector("JMSPriority > " + Letter.NORMAL);
            };
        }
    }

    /** Effects of rules on their copies. All rules without an effect share one copy. */
    enum Effect {
        NONE,
        MARKS,
        PAINTS,
        WIPES;

        @Nullable
        RuleAction forProduct() {
            return switch (this) {
                case NONE -> null;
                case MARKS -> RuleAction.markOnly();
                case PAINTS -> RuleAction.set("colour", "green");
                case WIPES -> RuleAction.remove("colour");
            };
        }

        @Nullable
        String colour(Letter letter) {
            return switch (this) {
                case NONE, MARKS -> letter.colour();
                case PAINTS -> "green";
                case WIPES -> null;
            };
        }
    }

    record Rule(String name, Filter filter, Effect effect) {

        SubscriptionRule forProduct() {
            return new SubscriptionRule(name, filter.forProduct(), effect.forProduct());
        }
    }

    /** Returns whether the subscription gets a copy of a letter. */
    boolean want(Letter letter) {
        return !matching(letter).isEmpty();
    }

    /** Returns the subscription's copies of a sent message, in the order of their rules. */
    List<ModelMessage> copiesOf(ModelMessage sent) {
        return matching(sent.letter).stream().map(sent::copyBy).toList();
    }

    private List<Rule> matching(Letter letter) {
        List<Rule> matching = byName.values().stream()
                .filter(rule -> rule.filter().matches(letter))
                .toList();
        Stream<Rule> plain =
                matching.stream().filter(rule -> rule.effect() == Effect.NONE).limit(1);
        Stream<Rule> others = matching.stream().filter(rule -> rule.effect() != Effect.NONE);
        return Stream.concat(plain, others)
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    private static Rules of(HistoryRun run) {
        return Objects.requireNonNull(run.model.rules);
    }

    /** Addition of a rule by an administrator, or change of the rule with this name. */
    record Put(Rule rule) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.log.say("now the rule is " + rule);
            SubscriptionRulesAdmin rules = run.place.rules(run.store.admin());
            if (of(run).byName.put(rule.name(), rule) == null) {
                rules.add(rule.forProduct());
            } else {
                rules.alter(rule.forProduct());
            }
        }
    }

    /** Removal of a rule by an administrator, which may be the last rule. */
    record Remove(String name) implements Action {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            run.log.say("remove the rule " + name);
            boolean expected = of(run).byName.remove(name) != null;
            assertThat(run.place.rules(run.store.admin()).remove(name))
                    .as("removed")
                    .isEqualTo(expected);
        }
    }
}
