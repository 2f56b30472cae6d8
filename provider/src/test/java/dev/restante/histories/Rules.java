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

/** The rules of the subscription that a history plays on, which say what copies of a message it gets (TOP-03). */
final class Rules {

    private final SortedMap<String, Rule> byName = new TreeMap<>();

    Rules() {
        Rule first = new Rule(SubscriptionRule.DEFAULT_NAME, Filter.EVERY, Effect.NONE);
        byName.put(first.name(), first);
    }

    /** What a rule looks at, from the simplest on. */
    enum Filter {
        EVERY,
        /** A selector. */
        RED,
        /** A correlation filter on a property. */
        BLUE,
        /** A correlation filter on a property that the provider knows, and on one more. */
        BLUE_OF_GROUP,
        /** A selector on a header. */
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
                case EVERY -> RuleFilter.everyMessage();
                case RED -> RuleFilter.selector(Party.RED);
                case BLUE -> RuleFilter.on("colour", "blue");
                case BLUE_OF_GROUP -> RuleFilter.on("colour", "blue").and("JMSXGroupID", "g");
                case IMPORTANT -> RuleFilter.selector("JMSPriority > " + Letter.NORMAL);
            };
        }
    }

    /** What a rule does to the copy that it makes; without any effect it shares one with the others of that kind. */
    enum Effect {
        NONE,
        MARKS,
        PAINTS,
        WIPES;

        @Nullable
        RuleAction forProduct() {
            return switch (this) {
                case NONE -> null;
                case MARKS -> RuleAction.mark();
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

    /** A rule. */
    record Rule(String name, Filter filter, Effect effect) {

        SubscriptionRule forProduct() {
            return new SubscriptionRule(name, filter.forProduct(), effect.forProduct());
        }
    }

    /** Whether the subscription gets anything of a letter. */
    boolean want(Letter letter) {
        return !matching(letter).isEmpty();
    }

    /** The copies that it gets of what was sent, in the order of the rules that make them. */
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

    /** An administrator adds a rule, or alters the one that has this name. */
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

    /** An administrator removes a rule, which may be the last one. */
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
