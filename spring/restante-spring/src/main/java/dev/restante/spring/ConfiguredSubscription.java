package dev.restante.spring;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A durable subscription of the configuration.
 *
 * @param clientId of the connections that consume from it, or null
 * @param selector the one that its consumers ask for; null if that is not configured
 * @param rules null if they are not configured: it begins with the one for its selector
 */
record ConfiguredSubscription(
        String topic,
        @Nullable String clientId,
        String name,
        boolean shared,
        @Nullable String selector,
        @Nullable Map<String, SubscriptionRule> rules,
        OptionTexts options)
        implements ConfiguredEntity<QueueOptions> {

    /**
     * A subscription.
     *
     * @param key its name, unless it has the part {@code name}
     * @throws StoreRefusedException if it can't be one
     */
    static ConfiguredSubscription of(String key, @Nullable Object given) {
        String property = "restante.subscriptions." + key;
        try {
            Map<String, Object> options = new TreeMap<>();
            Map<String, Object> own = new TreeMap<>();
            NestedTexts.maps(given).forEach((name, value) -> {
                String plain = OptionTexts.plain(name);
                boolean isOwn = List.of("topic", "name", "clientid", "shared", "selector", "rules")
                        .contains(plain);
                (isOwn ? own : options).put(isOwn ? plain : name, value);
            });
            String clientId = text(own, "clientid");
            String shared = text(own, "shared");
            String topic = text(own, "topic");
            if (topic == null) {
                throw new IllegalArgumentException("a subscription needs its topic");
            }
            if (clientId == null && "false".equals(shared)) {
                throw new IllegalArgumentException("an unshared subscription needs a client-id");
            }
            ConfiguredSubscription subscription = new ConfiguredSubscription(
                    topic,
                    clientId,
                    Objects.requireNonNullElse(text(own, "name"), key),
                    shared == null ? clientId == null : Boolean.parseBoolean(shared),
                    text(own, "selector"),
                    own.containsKey("rules") ? rules(property, NestedTexts.maps(own.get("rules"))) : null,
                    OptionTexts.of(property, QueueOption.all(), NestedTexts.of(options)));
            subscription.configured(QueueOptions.defaults());
            return subscription;
        } catch (IllegalArgumentException refused) {
            throw new StoreRefusedException(property + ": " + refused.getMessage(), "Correct that subscription");
        }
    }

    private static @Nullable String text(Map<String, Object> own, String part) {
        Object value = own.get(part);
        return value == null || value.toString().isEmpty() ? null : value.toString();
    }

    private static Map<String, SubscriptionRule> rules(String property, Map<String, Object> given) {
        Map<String, SubscriptionRule> rules = new TreeMap<>();
        given.forEach((name, parts) ->
                rules.put(name, ConfiguredRule.of(property + ".rules." + name, name, NestedTexts.maps(parts))));
        return rules;
    }

    @Override
    public String property() {
        return options.property();
    }

    @Override
    public String label() {
        return "Subscription '" + name + "' of topic '" + topic + "'"
                + (clientId == null ? "" : " of client id '" + clientId + "'");
    }

    @Override
    public Map<String, String> texts() {
        return options.texts();
    }

    @Override
    public QueueOptions configured(QueueOptions before) {
        return options.applied(before, given -> given.configured(options.texts()));
    }

    /** As it is in the store, of whichever topic it is; null if it is not there. */
    @Nullable
    SubscriptionDescription described(RestanteAdmin admin) throws JMSException {
        for (TopicDescription each : admin.topics().list()) {
            for (SubscriptionDescription found : admin.topics().subscriptions(each.name())) {
                if (found.durable() && name.equals(found.name()) && Objects.equals(clientId, found.clientId())) {
                    return found;
                }
            }
        }
        return null;
    }

    /** What differs and can't be altered. */
    List<String> fixedDifferences(SubscriptionDescription found) {
        List<String> differences = new ArrayList<>();
        if (!topic.equals(found.topic())) {
            differences.add("is one of the topic '" + found.topic() + "'");
        }
        if (shared != found.shared()) {
            differences.add(found.shared() ? "is shared" : "is not shared");
        }
        if (selector != null && !selector.equals(found.selector())) {
            differences.add("has the selector '" + Objects.requireNonNullElse(found.selector(), "") + "'");
        }
        return differences;
    }

    @Override
    public @Nullable QueueOptions find(RestanteAdmin admin) throws JMSException {
        SubscriptionDescription found = described(admin);
        return found == null ? null : found.options();
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        List<SubscriptionRule> first =
                rules == null ? List.of(SubscriptionRule.byDefault(selector)) : List.copyOf(rules.values());
        admin.topics()
                .createSubscription(
                        topic, clientId, name, shared, selector, first, configured(QueueOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions wanted) throws JMSException {
        admin.topics().alterSubscription(clientId, name, wanted);
    }
}
