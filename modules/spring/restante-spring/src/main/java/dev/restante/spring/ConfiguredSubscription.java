package dev.restante.spring;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
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
 * Durable subscription in the application's configuration, with the methods that parse it and create or alter it in the
 * store.
 *
 * @param clientId the client id of the connections that consume from the subscription, or null
 * @param rules the rules by name; if null, a new subscription begins with the default rule for its selector
 */
record ConfiguredSubscription(
        String topic,
        @Nullable String clientId,
        String name,
        boolean shared,
        @Nullable String selector,
        @Nullable Map<String, SubscriptionRule> rules,
        ConfiguredOptions options)
        implements ConfiguredEntity<QueueOptions> {

    /**
     * Parses a subscription.
     *
     * @param key the name of the subscription, unless the configuration has the part {@code name}
     * @throws StoreConfigurationException if the configuration is invalid
     */
    static ConfiguredSubscription of(String key, @Nullable Object given) {
        String property = "restante.subscriptions." + key;
        try {
            Map<String, Object> options = new TreeMap<>();
            Map<String, Object> own = new TreeMap<>();
            FlattenedProperties.stringKeys(given).forEach((name, value) -> {
                String plain = ConfiguredOptions.canonicalName(name);
                boolean isOwn = List.of("topic", "name", "clientid", "shared", "selector", "rules")
                        .contains(plain);
                (isOwn ? own : options).put(isOwn ? plain : name, value);
            });
            String clientId = text(own, "clientid");
            String shared = text(own, "shared");
            String topic = text(own, "topic");
            if (topic == null) {
                throw new IllegalArgumentException("A subscription needs a topic");
            }
            if (clientId == null && "false".equals(shared)) {
                throw new IllegalArgumentException("An unshared subscription needs a client-id");
            }
            ConfiguredSubscription subscription = new ConfiguredSubscription(
                    topic,
                    clientId,
                    Objects.requireNonNullElse(text(own, "name"), key),
                    shared == null ? clientId == null : Boolean.parseBoolean(shared),
                    text(own, "selector"),
                    own.containsKey("rules") ? rules(property, FlattenedProperties.stringKeys(own.get("rules"))) : null,
                    ConfiguredOptions.of(property, QueueOption.all(), FlattenedProperties.flatten(options)));
            subscription.withConfiguredOptions(QueueOptions.defaults());
            return subscription;
        } catch (IllegalArgumentException refused) {
            throw new StoreConfigurationException(property + ": " + refused.getMessage(), "Correct the subscription");
        }
    }

    private static @Nullable String text(Map<String, Object> own, String part) {
        Object value = own.get(part);
        return value == null || value.toString().isEmpty() ? null : value.toString();
    }

    private static Map<String, SubscriptionRule> rules(String property, Map<String, Object> given) {
        Map<String, SubscriptionRule> rules = new TreeMap<>();
        given.forEach((name, parts) -> rules.put(
                name, ConfiguredRule.of(property + ".rules." + name, name, FlattenedProperties.stringKeys(parts))));
        return rules;
    }

    @Override
    public String propertyPrefix() {
        return options.property();
    }

    @Override
    public String displayName() {
        return "Subscription '" + name + "' of topic '" + topic + "'"
                + (clientId == null ? "" : " of client id '" + clientId + "'");
    }

    @Override
    public Map<String, String> optionTexts() {
        return options.texts();
    }

    @Override
    public QueueOptions withConfiguredOptions(QueueOptions before) {
        return options.applyTo(before, given -> given.withTexts(options.texts()));
    }

    /** Returns the stored subscription with this name and client id, of any topic or pattern, or null. */
    @Nullable
    SubscriptionDescription findDescription(RestanteAdmin admin) throws JMSException {
        return EntityLookup.orNull(() -> admin.topics().subscription(clientId, name));
    }

    /** Returns the differences that no call can change. */
    List<String> unchangeableDifferences(RestanteAdmin admin, SubscriptionDescription found) throws JMSException {
        List<String> differences = new ArrayList<>();
        if (!isSubscriptionOfTopic(admin, found)) {
            differences.add("belongs to the topic '" + found.topic() + "'");
        }
        if (shared != found.shared()) {
            differences.add(found.shared() ? "is shared" : "is not shared");
        }
        if (selector != null && !selector.equals(found.selector())) {
            differences.add("has the selector '" + Objects.requireNonNullElse(found.selector(), "") + "'");
        }
        return differences;
    }

    /** Returns whether a subscription has the configured topic or pattern, which can have more than one notation. */
    private boolean isSubscriptionOfTopic(RestanteAdmin admin, SubscriptionDescription found) throws JMSException {
        if (topic.equals(found.topic())) {
            return true;
        }
        List<SubscriptionDescription> ofTopic =
                EntityLookup.orNull(() -> admin.topics().subscriptions(topic));
        return ofTopic != null && ofTopic.contains(found);
    }

    @Override
    public @Nullable QueueOptions find(RestanteAdmin admin) throws JMSException {
        SubscriptionDescription found = findDescription(admin);
        return found == null ? null : found.options();
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        List<SubscriptionRule> first =
                rules == null ? List.of(SubscriptionRule.defaultRule(selector)) : List.copyOf(rules.values());
        admin.topics()
                .createSubscription(
                        topic, clientId, name, shared, selector, first, withConfiguredOptions(QueueOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions wanted) throws JMSException {
        admin.topics().alterSubscription(clientId, name, wanted);
    }
}
