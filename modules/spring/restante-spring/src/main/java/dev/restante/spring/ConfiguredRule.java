package dev.restante.spring;

import dev.restante.rule.PropertyText;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Parser that converts the configured parts of a subscription rule (named filter with an optional action) to a {@link
 * SubscriptionRule}. The filter is {@code selector}, or {@code match.NAME} and {@code match.[NAME:TYPE]}; a rule
 * without a filter matches every message. The action is {@code set.NAME}, {@code unset} or {@code copy}, and gives the
 * rule its own copy of the message.
 */
final class ConfiguredRule {

    private ConfiguredRule() {}

    /**
     * Parses a rule.
     *
     * @param property the property prefix
     * @throws StoreConfigurationException if the parts do not form a rule
     */
    static SubscriptionRule of(String property, String name, Map<String, Object> given) {
        Map<String, Object> parts = new TreeMap<>();
        given.forEach((key, value) -> parts.put(ConfiguredOptions.canonicalName(key), value));
        try {
            RuleFilter filter = filter(parts.remove("selector"), FlattenedProperties.flatten(parts.remove("match")));
            RuleAction action = action(FlattenedProperties.flatten(parts.remove("set")), parts.remove("unset"));
            boolean acts = Boolean.parseBoolean(String.valueOf(parts.remove("copy")))
                    || !action.changes().isEmpty();
            if (!parts.isEmpty()) {
                throw new IllegalArgumentException("A rule does not support " + parts.keySet());
            }
            return new SubscriptionRule(name, filter, acts ? action : null);
        } catch (IllegalArgumentException refused) {
            throw new StoreConfigurationException(
                    property + ": " + refused.getMessage(),
                    "A rule has selector or match.NAME, and optionally set.NAME, unset or copy. A typed name is"
                            + " written as NAME:TYPE in brackets");
        }
    }

    private static RuleFilter filter(@Nullable Object selector, Map<String, String> match) {
        if (selector != null && !match.isEmpty()) {
            throw new IllegalArgumentException("A rule cannot have both a selector and a match");
        }
        RuleFilter filter = selector == null ? RuleFilter.matchAll() : RuleFilter.selector(String.valueOf(selector));
        for (Map.Entry<String, String> each : match.entrySet()) {
            String name = name(each.getKey());
            Object value = value(each.getKey(), each.getValue());
            filter = filter instanceof RuleFilter.CorrelationFilter more
                    ? more.and(name, value)
                    : RuleFilter.correlation(name, value);
        }
        return filter;
    }

    private static RuleAction action(Map<String, String> set, @Nullable Object unset) {
        RuleAction action = RuleAction.markOnly();
        for (Map.Entry<String, String> each : set.entrySet()) {
            action = action.andSet(name(each.getKey()), value(each.getKey(), each.getValue()));
        }
        if (unset != null) {
            for (String each : String.valueOf(unset).split(",")) {
                action = action.andRemove(each.strip());
            }
        }
        return action;
    }

    private static String name(String key) {
        int colon = key.indexOf(':');
        return colon < 0 ? key : key.substring(0, colon);
    }

    private static Object value(String key, String text) {
        return PropertyText.parse(key.contains(":") ? key.substring(key.indexOf(':') + 1) : "string", text);
    }
}
