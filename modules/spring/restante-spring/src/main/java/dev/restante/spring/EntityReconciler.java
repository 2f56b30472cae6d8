package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reconciler that creates or alters configured entities and logs differences. */
record EntityReconciler(RestanteAdmin admin, EntityManagement management) {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredEntities.class);

    /**
     * Creates a missing entity or compares the options of an existing one, and returns whether it was created.
     *
     * @throws StoreConfigurationException if the store rejects the configured options
     */
    <O> boolean apply(ConfiguredEntity<O> entity) throws JMSException {
        try {
            O found = entity.find(admin);
            if (found == null) {
                if (management == EntityManagement.NONE) {
                    LOG.warn(
                            "{} is configured but does not exist. Set restante.entity-management=create to create it.",
                            entity.displayName());
                    return false;
                }
                found = createUnlessExists(entity);
                if (found == null) {
                    LOG.info("{} was created", entity.displayName());
                    return true;
                }
            }
            compare(entity, found);
            return false;
        } catch (JMSException failure) {
            throw asConfigurationFailure(entity.propertyPrefix(), failure);
        }
    }

    /** Throws a configuration exception if the configuration caused the failure, and returns other failures. */
    private static JMSException asConfigurationFailure(String property, JMSException failure) {
        if (failure instanceof InvalidDestinationException
                || failure instanceof InvalidSelectorException
                || ErrorCodes.INVALID_ARGUMENT.equals(failure.getErrorCode())) {
            throw new StoreConfigurationException(property + ": " + failure.getMessage(), "Change this configuration");
        }
        return failure;
    }

    /** Creates the entity and returns null, or returns the options if another node created it first. */
    private <O> @Nullable O createUnlessExists(ConfiguredEntity<O> entity) throws JMSException {
        try {
            entity.create(admin);
            return null;
        } catch (JMSException refused) {
            O other = entity.find(admin);
            if (other == null) {
                throw refused;
            }
            return other;
        }
    }

    private <O> void compare(ConfiguredEntity<O> entity, O found) throws JMSException {
        O wanted = entity.withConfiguredOptions(found);
        if (wanted.equals(found)) {
            return;
        }
        if (management == EntityManagement.UPDATE) {
            entity.alter(admin, wanted);
            LOG.info("{} now has the configured options {}", entity.displayName(), entity.optionTexts());
        } else {
            LOG.warn(
                    "{} has options that differ from the configured options {}. Set restante.entity-management=update"
                            + " to change them.",
                    entity.displayName(),
                    entity.optionTexts());
        }
    }

    /**
     * Creates or compares a subscription with its rules.
     *
     * @return the dead-letter queue of a new subscription, otherwise null
     */
    @Nullable
    String apply(ConfiguredSubscription subscription) throws JMSException {
        boolean created = apply((ConfiguredEntity<?>) subscription);
        SubscriptionDescription found = subscription.findDescription(admin);
        if (found == null) {
            return null;
        }
        for (String difference : subscription.unchangeableDifferences(admin, found)) {
            LOG.warn(
                    "{} differs from its configuration: it {}. This cannot be changed. Delete the subscription, or"
                            + " correct {}.",
                    subscription.displayName(),
                    difference,
                    subscription.propertyPrefix());
        }
        Map<String, SubscriptionRule> rules = subscription.rules();
        if (rules != null) {
            try {
                compare(subscription, rules);
            } catch (JMSException failure) {
                throw asConfigurationFailure(subscription.propertyPrefix() + ".rules", failure);
            }
        }
        return created ? found.deadLetterQueue() : null;
    }

    private void compare(ConfiguredSubscription subscription, Map<String, SubscriptionRule> wanted)
            throws JMSException {
        SubscriptionRulesAdmin rules = admin.topics().rules(subscription.clientId(), subscription.name());
        Map<String, SubscriptionRule> found =
                rules.list().stream().collect(Collectors.toMap(SubscriptionRule::name, Function.identity()));
        for (SubscriptionRule rule : wanted.values()) {
            SubscriptionRule before = found.remove(rule.name());
            if (before == null) {
                add(subscription, rules, rule);
            } else if (!rule.equals(before)) {
                alter(subscription, rules, rule);
            }
        }
        for (String other : found.keySet()) {
            LOG.warn(
                    "{} has the rule '{}', which is not configured. It stays until an administrator removes it.",
                    subscription.displayName(),
                    other);
        }
    }

    private void add(ConfiguredSubscription subscription, SubscriptionRulesAdmin rules, SubscriptionRule rule)
            throws JMSException {
        if (management == EntityManagement.NONE) {
            LOG.warn(
                    "{} has no rule '{}'. Set restante.entity-management=create to add it.",
                    subscription.displayName(),
                    rule.name());
            return;
        }
        try {
            rules.add(rule);
            LOG.info("{} now has the rule '{}'", subscription.displayName(), rule.name());
        } catch (InvalidDestinationException refused) {
            // Another node with the same configuration may have added the rule first.
            if (!rules.list().contains(rule)) {
                throw refused;
            }
        }
    }

    private void alter(ConfiguredSubscription subscription, SubscriptionRulesAdmin rules, SubscriptionRule rule)
            throws JMSException {
        if (management == EntityManagement.UPDATE) {
            rules.alter(rule);
            LOG.info("{} now has the configured rule '{}'", subscription.displayName(), rule.name());
        } else {
            LOG.warn(
                    "{} has a rule '{}' that differs from its configuration. Set restante.entity-management=update"
                            + " to change it.",
                    subscription.displayName(),
                    rule.name());
        }
    }
}
