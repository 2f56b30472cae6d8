package dev.restante.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a rule without its name, as the command line and the console take it. Immutable.
 *
 * @param selector null for none
 * @param matches the conditions of a correlation filter, each as {@link NamedText}; with neither these nor a selector a
 *     rule matches every message
 * @param settings the properties that its copy gets, each as {@link NamedText}
 * @param removals the names of properties that its copy loses
 * @param copy whether it gives a copy of its own, also if it changes nothing
 */
public record RuleText(
        @Nullable String selector, List<String> matches, List<String> settings, List<String> removals, boolean copy) {

    public RuleText {
        matches = List.copyOf(matches);
        settings = List.copyOf(settings);
        removals = List.copyOf(removals);
    }

    /** The text form of a rule. */
    public static RuleText of(SubscriptionRule rule) {
        List<String> settings = new ArrayList<>();
        List<String> removals = new ArrayList<>();
        RuleAction action = rule.action();
        if (action != null) {
            action.changes().forEach((name, value) -> {
                if (value == null) {
                    removals.add(name);
                } else {
                    settings.add(NamedText.of(name, value).toString());
                }
            });
        }
        return new RuleText(
                rule.filter() instanceof RuleFilter.Selected selected ? selected.selector() : null,
                rule.filter() instanceof RuleFilter.Correlated correlated
                        ? correlated.values().entrySet().stream()
                                .map(value -> NamedText.of(value.getKey(), value.getValue())
                                        .toString())
                                .toList()
                        : List.of(),
                settings,
                removals,
                action != null);
    }

    /**
     * The rule of a name.
     *
     * @throws IllegalArgumentException if it has a selector and conditions, or as {@link RuleFilter#on},
     *     {@link RuleAction#set} and {@link NamedText} throw it
     */
    public SubscriptionRule rule(String name) {
        if (selector != null && !matches.isEmpty()) {
            throw new IllegalArgumentException("a rule has a selector or values to match, not both");
        }
        RuleFilter filter = selector == null ? RuleFilter.everyMessage() : RuleFilter.selector(selector);
        for (String match : matches) {
            NamedText value = NamedText.parse(match);
            filter = filter instanceof RuleFilter.Correlated correlated
                    ? correlated.and(value.name(), value.value())
                    : RuleFilter.on(value.name(), value.value());
        }
        RuleAction action = RuleAction.mark();
        for (String setting : settings) {
            NamedText value = NamedText.parse(setting);
            action = action.andSet(value.name(), value.value());
        }
        for (String removal : removals) {
            action = action.andRemove(removal);
        }
        boolean acts = copy || !action.changes().isEmpty();
        return new SubscriptionRule(name, filter, acts ? action : null);
    }

    /** A filter for people. */
    public static String shown(RuleFilter filter) {
        if (filter instanceof RuleFilter.Selected selected) {
            return selected.selector();
        }
        if (filter instanceof RuleFilter.Correlated correlated) {
            return correlated.values().entrySet().stream()
                    .map(value -> value.getKey() + "=" + value.getValue())
                    .collect(Collectors.joining(", "));
        }
        return "everything";
    }

    /** An action for people; empty for none. */
    public static String shown(@Nullable RuleAction action) {
        if (action == null) {
            return "";
        }
        List<String> changes = new ArrayList<>();
        action.changes().forEach((name, value) -> changes.add(value == null ? "unset " + name : name + "=" + value));
        return changes.isEmpty() ? "copy" : String.join(", ", changes);
    }
}
