package dev.restante.histories;

import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.histories.HistoryAction.Alter.AlteredOption;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Policies whose patterns match the name of the history's queue, and the options that the queue sets itself (POL-01 to
 * POL-03). The value of an option is the own value, else the value of the more specific policy that sets it, else the
 * default. A value is an index for {@link History#altered}, where 0 is the default.
 */
final class ModelPolicies {

    /** Patterns, the less specific one first. */
    enum Pattern {
        WITH_WILDCARD,
        EXACT;

        private String text(String queue) {
            return this == EXACT ? queue : queue.substring(0, queue.lastIndexOf('.')) + ".#";
        }
    }

    private final HistoryRun run;
    private final EnumSet<AlteredOption> own = EnumSet.allOf(AlteredOption.class);
    private final Map<Pattern, Map<AlteredOption, Integer>> values = new EnumMap<>(Pattern.class);

    ModelPolicies(HistoryRun run) {
        this.run = run;
    }

    /** Returns the options that the queue sets itself, as an administrator sets them. */
    QueueOptions ownOptions() {
        QueueOption<?>[] without =
                notOwn().stream().flatMap(ModelPolicies::optionsOf).toArray(QueueOption<?>[]::new);
        return run.model.options.toQueueOptions().without(without);
    }

    private Set<AlteredOption> notOwn() {
        return EnumSet.complementOf(own);
    }

    /** Records that the queue sets an option itself. */
    void setOwn(AlteredOption option) {
        own.add(option);
    }

    /** Removes all policies after the history. */
    void removeAll() throws JMSException {
        for (Pattern pattern : values.keySet()) {
            run.admin().policies().remove(PolicyKind.QUEUES, pattern.text(run.entity.name()));
        }
    }

    /** Returns the options in force, whose values that the queue does not set itself come from the policies. */
    private ModelOptions effective() {
        ModelOptions effective = run.model.options;
        for (AlteredOption option : notOwn()) {
            int value = Stream.of(Pattern.EXACT, Pattern.WITH_WILDCARD)
                    .map(pattern -> values.getOrDefault(pattern, Map.of()).get(option))
                    .filter(pick -> pick != null)
                    .findFirst()
                    .orElse(0);
            effective = History.altered(effective, option, value);
        }
        return effective;
    }

    private static Stream<QueueOption<?>> optionsOf(AlteredOption option) {
        return switch (option) {
            case LOCK_DURATION -> Stream.of(QueueOption.LOCK_DURATION);
            case MAX_DELIVERY_COUNT -> Stream.of(QueueOption.MAX_DELIVERY_COUNT);
            case DEFAULT_TIME_TO_LIVE -> Stream.of(QueueOption.DEFAULT_TIME_TO_LIVE);
            case DEAD_LETTER_ON_EXPIRY -> Stream.of(QueueOption.DEAD_LETTER_ON_EXPIRY);
            case DUPLICATE_WINDOW -> Stream.of(QueueOption.DUPLICATE_DETECTION_WINDOW);
            case BACK_OFF ->
                Stream.of(
                        QueueOption.BACK_OFF_INITIAL,
                        QueueOption.BACK_OFF_MULTIPLIER,
                        QueueOption.BACK_OFF_MAXIMUM,
                        QueueOption.BACK_OFF_JITTER);
            case LATE_SETTLEMENT -> Stream.of(QueueOption.LATE_SETTLEMENT);
            case IN_FLIGHT -> Stream.of(QueueOption.MAX_IN_FLIGHT);
        };
    }

    private Policy policy(Pattern pattern, Map<AlteredOption, Integer> picks) {
        ModelOptions picked = run.model.options;
        for (Map.Entry<AlteredOption, Integer> pick : picks.entrySet()) {
            picked = History.altered(picked, pick.getKey(), pick.getValue());
        }
        QueueOptions from = picked.toQueueOptions();
        QueueOptions set = QueueOptions.defaults();
        List<QueueOption<?>> options =
                picks.keySet().stream().flatMap(ModelPolicies::optionsOf).toList();
        for (QueueOption<?> option : options) {
            set = copy(set, from, option);
        }
        return new Policy(pattern.text(run.entity.name()), set);
    }

    private static <T> QueueOptions copy(QueueOptions to, QueueOptions from, QueueOption<T> option) {
        return to.with(option, from.get(option));
    }

    /** Makes a change if both nodes can learn of it in time; the values have already been changed in the model. */
    private boolean change(String what, ErrorCodeCheck.RejectableCall call) throws JMSException {
        ModelOptions changed = effective();
        if (!run.nodes.mayChange(changed)) {
            return false;
        }
        run.model.options = changed;
        run.log.beginStep(what + ", now " + changed);
        call.perform();
        run.nodes.optionsChanged();
        run.model.processDueEvents();
        return true;
    }

    /**
     * Value of an option in a policy, which is created if it does not exist.
     *
     * @param removesOwn true to remove the queue's own value afterwards
     */
    record SetPolicy(Pattern pattern, AlteredOption option, int pick, boolean removesOwn) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            if (run.history.kind().usesRules()) {
                return;
            }
            ModelPolicies policies = run.policies;
            Map<AlteredOption, Integer> before = policies.values.get(pattern);
            Map<AlteredOption, Integer> after = new EnumMap<>(AlteredOption.class);
            after.putAll(before == null ? Map.of() : before);
            after.put(option, pick);
            policies.values.put(pattern, after);
            if (!policies.change(
                    "policy " + pattern + " sets " + option,
                    () -> run.admin().policies().set(policies.policy(pattern, after)))) {
                policies.restore(pattern, before);
            } else if (removesOwn) {
                new RemoveOwnValue(option).perform(run);
            }
        }
    }

    /** Removal of a policy. */
    record RemovePolicy(Pattern pattern) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            ModelPolicies policies = run.policies;
            Map<AlteredOption, Integer> before = policies.values.remove(pattern);
            if (before != null
                    && !policies.change(
                            "remove policy " + pattern,
                            () -> run.admin().policies().remove(PolicyKind.QUEUES, pattern.text(run.entity.name())))) {
                policies.restore(pattern, before);
            }
        }
    }

    private void restore(Pattern pattern, @Nullable Map<AlteredOption, Integer> before) {
        if (before == null) {
            values.remove(pattern);
        } else {
            values.put(pattern, before);
        }
    }

    /**
     * Removal of the queue's own value of an option, so that policies decide. The lock duration stays, because without
     * one some sessions renew locks (RCV-05).
     */
    record RemoveOwnValue(AlteredOption option) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException {
            if (run.history.kind().usesRules() || option == AlteredOption.LOCK_DURATION) {
                return;
            }
            ModelPolicies policies = run.policies;
            if (policies.own.remove(option)
                    && !policies.change(
                            "the queue does not set " + option,
                            () -> run.entity.alter(run.admin(), policies.ownOptions()))) {
                policies.own.add(option);
            }
        }
    }
}
