package dev.restante.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text form of a subscription rule without its name, for the command line and the console. Immutable. A rule without
 * selector and conditions matches every message.
 *
 * @param selector the selector, or null
 * @param conditions the conditions of a correlation filter, each in the form of {@link PropertyAssignment}
 * @param propertyAssignments the properties that the action sets, each in the form of {@link PropertyAssignment}
 * @param removedProperties the names of the properties that the action removes
 * @param alwaysCopy true if the rule has an action even if the action changes no property
 */
public record RuleText(
        @Nullable String selector,
        List<String> conditions,
        List<String> propertyAssignments,
        List<String> removedProperties,
        boolean alwaysCopy) {

    public RuleText {
        conditions = List.copyOf(conditions);
        propertyAssignments = List.copyOf(propertyAssignments);
        removedProperties = List.copyOf(removedProperties);
    }

    /** Returns the text form of a rule. */
    public static RuleText of(SubscriptionRule rule) {
        List<String> propertyAssignments = new ArrayList<>();
        List<String> removedProperties = new ArrayList<>();
        RuleAction action = rule.action();
        if (action != null) {
            action.changes().forEach((name, value) -> {
                if (value == null) {
                    removedProperties.add(name);
                } else {
                    propertyAssignments.add(PropertyAssignment.of(name, value).toString());
                }
            });
        }
        return new RuleText(
                rule.filter() instanceof RuleFilter.SelectorFilter selectorFilter ? selectorFilter.selector() : null,
                rule.filter() instanceof RuleFilter.CorrelationFilter correlationFilter
                        ? correlationFilter.values().entrySet().stream()
                                .map(value -> PropertyAssignment.of(value.getKey(), value.getValue())
                                        .toString())
                                .toList()
                        : List.of(),
                propertyAssignments,
                removedProperties,
                action != null);
    }

    /**
     * Returns the rule with a name.
     *
     * @throws IllegalArgumentException if there are both a selector and conditions, or in the cases of
     *     {@link RuleFilter#correlation}, {@link RuleAction#set} and {@link PropertyAssignment}
     */
    public SubscriptionRule rule(String name) {
        if (selector != null && !conditions.isEmpty()) {
            throw new IllegalArgumentException("A rule can have a selector or values to match, but not both");
        }
        RuleFilter filter = selector == null ? RuleFilter.matchAll() : RuleFilter.selector(selector);
        for (String match : conditions) {
            PropertyAssignment value = PropertyAssignment.parse(match);
            filter = filter instanceof RuleFilter.CorrelationFilter correlationFilter
                    ? correlationFilter.and(value.name(), value.value())
                    : RuleFilter.correlation(value.name(), value.value());
        }
        RuleAction action = RuleAction.markOnly();
        for (String setting : propertyAssignments) {
            PropertyAssignment value = PropertyAssignment.parse(setting);
            action = action.andSet(value.name(), value.value());
        }
        for (String removal : removedProperties) {
            action = action.andRemove(removal);
        }
        boolean acts = alwaysCopy || !action.changes().isEmpty();
        return new SubscriptionRule(name, filter, acts ? action : null);
    }

    /** Returns a filter for display. */
    public static String display(RuleFilter filter) {
        if (filter instanceof RuleFilter.SelectorFilter selectorFilter) {
            return selectorFilter.selector();
        }
        if (filter instanceof RuleFilter.CorrelationFilter correlationFilter) {
            return correlationFilter.values().entrySet().stream()
                    .map(value -> value.getKey() + "=" + value.getValue())
                    .collect(Collectors.joining(", "));
        }
        return "everything";
    }

    /** Returns an action for display; empty for null. */
    public static String display(@Nullable RuleAction action) {
        if (action == null) {
            return "";
        }
        List<String> changes = new ArrayList<>();
        action.changes().forEach((name, value) -> changes.add(value == null ? "unset " + name : name + "=" + value));
        return changes.isEmpty() ? "copy" : String.join(", ", changes);
    }
}
