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

/** The comparison of configured entities with those of the store: creates, alters, and logs what differs. */
record Reconciliation(RestanteAdmin admin, EntityManagement management) {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredEntities.class);

    /**
     * Creates an entity that is missing, and compares the options of one that is there.
     *
     * @return true if it was created
     * @throws StoreRefusedException if the store refuses what is configured
     */
    <O> boolean apply(ConfiguredEntity<O> entity) throws JMSException {
        try {
            O found = entity.find(admin);
            if (found == null) {
                if (management == EntityManagement.NONE) {
                    LOG.warn(
                            "{} is configured and does not exist; restante.management=create would create it",
                            entity.label());
                    return false;
                }
                found = createdByOther(entity);
                if (found == null) {
                    LOG.info("{} was created", entity.label());
                    return true;
                }
            }
            compare(entity, found);
            return false;
        } catch (JMSException failure) {
            throw refusedOr(entity.property(), failure);
        }
    }

    /** A refusal if that is the configuration's fault. */
    private static JMSException refusedOr(String property, JMSException failure) {
        if (failure instanceof InvalidDestinationException
                || failure instanceof InvalidSelectorException
                || ErrorCodes.INVALID_ARGUMENT.equals(failure.getErrorCode())) {
            throw new StoreRefusedException(property + ": " + failure.getMessage(), "Change what is configured there");
        }
        return failure;
    }

    /** Creates it; returns the options of the one that another node has created meanwhile, null if none has. */
    private <O> @Nullable O createdByOther(ConfiguredEntity<O> entity) throws JMSException {
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
        O wanted = entity.configured(found);
        if (wanted.equals(found)) {
            return;
        }
        if (management == EntityManagement.UPDATE) {
            entity.alter(admin, wanted);
            LOG.info("{} has got the configured options {}", entity.label(), entity.texts());
        } else {
            LOG.warn(
                    "{} has other options than the configured {}; restante.management=update would change it",
                    entity.label(),
                    entity.texts());
        }
    }

    /**
     * Does the same for a subscription with its rules.
     *
     * @return its dead-letter queue, if it was created
     */
    @Nullable
    String apply(ConfiguredSubscription subscription) throws JMSException {
        boolean created = apply((ConfiguredEntity<?>) subscription);
        SubscriptionDescription found = subscription.described(admin);
        if (found == null) {
            return null;
        }
        for (String difference : subscription.fixedDifferences(found)) {
            LOG.warn(
                    "{} is configured otherwise: it {}. That can't be changed; delete it, or correct {}",
                    subscription.label(),
                    difference,
                    subscription.property());
        }
        Map<String, SubscriptionRule> rules = subscription.rules();
        if (rules != null) {
            try {
                compare(subscription, rules);
            } catch (JMSException failure) {
                throw refusedOr(subscription.property() + ".rules", failure);
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
                    "{} has the rule '{}', which is not configured: it stays until somebody removes it",
                    subscription.label(),
                    other);
        }
    }

    private void add(ConfiguredSubscription subscription, SubscriptionRulesAdmin rules, SubscriptionRule rule)
            throws JMSException {
        if (management == EntityManagement.NONE) {
            LOG.warn("{} has no rule '{}'; restante.management=create would add it", subscription.label(), rule.name());
            return;
        }
        try {
            rules.add(rule);
            LOG.info("{} has got the rule '{}'", subscription.label(), rule.name());
        } catch (InvalidDestinationException refused) {
            // Another node may have added it meanwhile, by the same configuration.
            if (!rules.list().contains(rule)) {
                throw refused;
            }
        }
    }

    private void alter(ConfiguredSubscription subscription, SubscriptionRulesAdmin rules, SubscriptionRule rule)
            throws JMSException {
        if (management == EntityManagement.UPDATE) {
            rules.alter(rule);
            LOG.info("{} has got the configured rule '{}'", subscription.label(), rule.name());
        } else {
            LOG.warn(
                    "{} has another rule '{}' than the configured one; restante.management=update would change it",
                    subscription.label(),
                    rule.name());
        }
    }
}
