package dev.restante.spring;

import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Policy in the application's configuration, with the methods that parse it and set it in the store. */
record ConfiguredPolicy(String property, Policy policy, Map<String, String> optionTexts)
        implements ConfiguredEntity<Policy> {

    private static final List<String> OWN_PARTS = List.of("pattern", "kind", "precedence");

    /**
     * Parses a policy.
     *
     * @param key the name of the policy in the configuration, which the store does not keep
     * @throws StoreConfigurationException if the configuration is invalid
     */
    static ConfiguredPolicy of(String key, @Nullable Object given) {
        String property = "restante.policies." + key;
        Map<String, String> own = new TreeMap<>();
        Map<String, String> others = new TreeMap<>();
        FlattenedProperties.flatten(given).forEach((name, value) -> {
            String plain = ConfiguredOptions.canonicalName(name);
            boolean isOwn = OWN_PARTS.contains(plain);
            (isOwn ? own : others).put(isOwn ? plain : name, value);
        });
        ConfiguredOptions options = ConfiguredOptions.of(property, QueueOption.all(), others);
        try {
            String pattern = own.getOrDefault("pattern", "");
            if (pattern.isEmpty()) {
                throw new IllegalArgumentException("A policy needs a pattern");
            }
            Policy policy = new Policy(
                    PolicyKind.parse(own.getOrDefault("kind", "queues")),
                    pattern,
                    Integer.parseInt(own.getOrDefault("precedence", "0")),
                    options.applyTo(QueueOptions.defaults(), empty -> empty.withTexts(options.texts())));
            return new ConfiguredPolicy(property, policy, options.texts());
        } catch (IllegalArgumentException refused) {
            throw new StoreConfigurationException(property + ": " + refused.getMessage(), "Correct the policy");
        }
    }

    @Override
    public String propertyPrefix() {
        return property;
    }

    @Override
    public String displayName() {
        return "Policy '" + policy.pattern() + "' for " + policy.kind();
    }

    @Override
    public Policy withConfiguredOptions(Policy before) {
        return policy;
    }

    @Override
    public @Nullable Policy find(RestanteAdmin admin) throws JMSException {
        return admin.policies().find(policy.kind(), policy.pattern()).orElse(null);
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        admin.policies().set(policy);
    }

    @Override
    public void alter(RestanteAdmin admin, Policy wanted) throws JMSException {
        admin.policies().set(wanted);
    }
}
