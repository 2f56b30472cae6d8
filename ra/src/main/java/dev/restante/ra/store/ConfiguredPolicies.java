package dev.restante.ra.store;

import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.PolicyKind;
import dev.restante.option.TextFormat;
import jakarta.jms.JMSException;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Policies that the resource adapter has in its configuration, with methods that parse them and set them. */
public record ConfiguredPolicies(List<Policy> policies) {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredPolicies.class);

    public ConfiguredPolicies {
        policies = List.copyOf(policies);
    }

    /**
     * Parses policies in the form {@code pattern=orders.#, maxDeliveryCount=3; pattern=#, kind=topics, ...}.
     *
     * @throws InvalidPropertyException that names the policy and the remedy
     */
    public static ConfiguredPolicies parse(@Nullable String text) throws InvalidPropertyException {
        List<Policy> parsed = new ArrayList<>();
        for (String part : text == null ? new String[0] : text.split(";")) {
            if (!part.isBlank()) {
                parsed.add(policy(part.strip()));
            }
        }
        return new ConfiguredPolicies(parsed);
    }

    private static Policy policy(String text) throws InvalidPropertyException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw refused("'" + part.strip() + "' of '" + text + "' does not have the form name=value. Separate"
                        + " values with commas, and policies with semicolons.");
            }
            String name = part.substring(0, equals).strip();
            if (values.put(name, part.substring(equals + 1).strip()) != null) {
                throw refused("'" + name + "' is specified twice in '" + text + "'. Remove one of them.");
            }
        }
        String pattern = values.remove("pattern");
        String kind = values.remove("kind");
        String precedence = values.remove("precedence");
        if (pattern == null) {
            throw refused("'" + text + "' has no pattern. Begin it with pattern=, for example pattern=orders.#");
        }
        try {
            return new Policy(
                    kind == null ? PolicyKind.QUEUES : PolicyKind.parse(kind),
                    pattern,
                    precedence == null ? 0 : TextFormat.INTEGER.parse().apply(precedence),
                    QueueOptions.defaults().withTexts(values));
        } catch (IllegalArgumentException refusal) {
            throw new InvalidPropertyException(
                    "Property policies is invalid: '" + text + "': " + refusal.getMessage(), refusal);
        }
    }

    private static InvalidPropertyException refused(String why) {
        return new InvalidPropertyException("Property policies is invalid: " + why);
    }

    public boolean isEmpty() {
        return policies.isEmpty();
    }

    /**
     * Sets the policies that differ from those of the store. Other policies of the store remain.
     *
     * @throws JMSException if the store is unavailable, or rejects a policy
     */
    void set(RestanteAdmin admin) throws JMSException {
        for (Policy policy : policies) {
            if (!admin.policies().find(policy.kind(), policy.pattern()).equals(Optional.of(policy))) {
                int changed = admin.policies().set(policy);
                LOG.info("Set policy '{}' for {}; it changed {} entities", policy.pattern(), policy.kind(), changed);
            }
        }
    }
}
