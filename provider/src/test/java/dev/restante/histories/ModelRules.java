package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules of a history's subscription, which determine its copies of a message (TOP-03). */
final class ModelRules {

    private final SortedMap<String, ModelRule> byName = new TreeMap<>();

    ModelRules() {
        reset();
    }

    /** Sets the rules of a new subscription. */
    void reset() {
        byName.clear();
        ModelRule first = new ModelRule(SubscriptionRule.DEFAULT_NAME, ModelFilter.ALL, RuleEffect.NONE);
        byName.put(first.name(), first);
    }

    /** Filters of rules, in the order of complexity. */
    enum ModelFilter {
        ALL,
        /** Selector on a property. */
        RED,
        /** Correlation filter on a property. */
        BLUE,
        /** Correlation filter on a property and on a property that the provider knows. */
        BLUE_OF_GROUP,
        /** Selector on a header. */
        HIGH_PRIORITY;

        boolean matches(MessageSpec spec) {
            return switch (this) {
                case ALL -> true;
                case RED -> spec.red();
                case BLUE -> !spec.red();
                case BLUE_OF_GROUP -> !spec.red() && "g".equals(spec.group());
                case HIGH_PRIORITY -> spec.priority() > MessageSpec.DEFAULT_PRIORITY;
            };
        }

        RuleFilter toApi() {
            return switch (this) {
                case ALL -> RuleFilter.matchAll();
                case RED -> RuleFilter.selector(SessionKind.RED_SELECTOR);
                case BLUE -> RuleFilter.correlation("colour", "blue");
                case BLUE_OF_GROUP -> RuleFilter.correlation("colour", "blue").and("JMSXGroupID", "g");
                case HIGH_PRIORITY -> RuleFilter.selector("JMSPriority > " + MessageSpec.DEFAULT_PRIORITY);
            };
        }
    }

    /** Effects of rules on their copies. All rules without an effect share one copy. */
    enum RuleEffect {
        NONE,
        MARK_ONLY,
        SET_COLOUR,
        REMOVE_COLOUR;

        @Nullable
        RuleAction toApi() {
            return switch (this) {
                case NONE -> null;
                case MARK_ONLY -> RuleAction.markOnly();
                case SET_COLOUR -> RuleAction.set("colour", "green");
                case REMOVE_COLOUR -> RuleAction.remove("colour");
            };
        }

        @Nullable
        String colour(MessageSpec spec) {
            return switch (this) {
                case NONE, MARK_ONLY -> spec.colour();
                case SET_COLOUR -> "green";
                case REMOVE_COLOUR -> null;
            };
        }
    }

    record ModelRule(String name, ModelFilter filter, RuleEffect effect) {

        SubscriptionRule toApi() {
            return new SubscriptionRule(name, filter.toApi(), effect.toApi());
        }
    }

    /** Returns whether the subscription gets a copy of a message. */
    boolean matchesAny(MessageSpec spec) {
        return !matching(spec).isEmpty();
    }

    /** Returns the subscription's copies of a sent message, in the order of their rules. */
    List<ModelMessage> copiesOf(ModelMessage sent) {
        return matching(sent.spec).stream().map(sent::copyForRule).toList();
    }

    private List<ModelRule> matching(MessageSpec spec) {
        List<ModelRule> matching = byName.values().stream()
                .filter(rule -> rule.filter().matches(spec))
                .toList();
        Stream<ModelRule> plain = matching.stream()
                .filter(rule -> rule.effect() == RuleEffect.NONE)
                .limit(1);
        Stream<ModelRule> others = matching.stream().filter(rule -> rule.effect() != RuleEffect.NONE);
        return Stream.concat(plain, others)
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    private static @Nullable ModelRules of(HistoryRun run, boolean second) {
        return second ? run.second.rules() : run.model.rules;
    }

    private static SubscriptionRulesAdmin admin(HistoryRun run, boolean second) {
        return (second ? run.second.entity() : run.entity).rules(run.admin());
    }

    /** Addition of a rule of a subscription by an administrator, or change of the rule with this name. */
    record PutRule(ModelRule rule, boolean second) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            ModelRules model = of(run, second);
            if (model == null) {
                return;
            }
            run.log.beginStep("now the rule is " + rule + (second ? " in the second subscription" : ""));
            SubscriptionRulesAdmin rules = admin(run, second);
            if (model.byName.put(rule.name(), rule) == null) {
                rules.add(rule.toApi());
            } else {
                rules.alter(rule.toApi());
            }
        }
    }

    /** Removal of a rule of a subscription by an administrator, which may be the last rule. */
    record RemoveRule(String name, boolean second) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            ModelRules model = of(run, second);
            if (model == null) {
                return;
            }
            run.log.beginStep("remove the rule " + name + (second ? " of the second subscription" : ""));
            boolean expected = model.byName.remove(name) != null;
            assertThat(admin(run, second).remove(name)).as("removed").isEqualTo(expected);
        }
    }
}
