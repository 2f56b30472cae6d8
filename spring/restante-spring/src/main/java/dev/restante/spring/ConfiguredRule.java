package dev.restante.spring;

import dev.restante.rule.PropertyText;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A rule of a configured subscription, written as the command line has it: {@code selector}, or {@code match.NAME} and
 * {@code match.[NAME:TYPE]}, or neither for every message; {@code set.NAME}, {@code unset} and {@code copy} for a copy
 * of its own.
 */
final class ConfiguredRule {

    private ConfiguredRule() {}

    /**
     * The rule.
     *
     * @param property what begins the names of its properties
     * @throws StoreRefusedException if it is none
     */
    static SubscriptionRule of(String property, String name, Map<String, Object> given) {
        Map<String, Object> parts = new TreeMap<>();
        given.forEach((key, value) -> parts.put(OptionTexts.plain(key), value));
        try {
            RuleFilter filter = filter(parts.remove("selector"), NestedTexts.of(parts.remove("match")));
            RuleAction action = action(NestedTexts.of(parts.remove("set")), parts.remove("unset"));
            boolean acts = Boolean.parseBoolean(String.valueOf(parts.remove("copy")))
                    || !action.changes().isEmpty();
            if (!parts.isEmpty()) {
                throw new IllegalArgumentException("a rule has no " + parts.keySet());
            }
            return new SubscriptionRule(name, filter, acts ? action : null);
        } catch (IllegalArgumentException refused) {
            throw new StoreRefusedException(
                    property + ": " + refused.getMessage(),
                    "A rule has selector or match.NAME, and set.NAME, unset or copy; with a type it is NAME:TYPE in brackets");
        }
    }

    private static RuleFilter filter(@Nullable Object selector, Map<String, String> match) {
        if (selector != null && !match.isEmpty()) {
            throw new IllegalArgumentException("a rule has a selector or a match, not both");
        }
        RuleFilter filter =
                selector == null ? RuleFilter.everyMessage() : RuleFilter.selector(String.valueOf(selector));
        for (Map.Entry<String, String> each : match.entrySet()) {
            String name = name(each.getKey());
            Object value = value(each.getKey(), each.getValue());
            filter = filter instanceof RuleFilter.Correlated more ? more.and(name, value) : RuleFilter.on(name, value);
        }
        return filter;
    }

    private static RuleAction action(Map<String, String> set, @Nullable Object unset) {
        RuleAction action = RuleAction.mark();
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
