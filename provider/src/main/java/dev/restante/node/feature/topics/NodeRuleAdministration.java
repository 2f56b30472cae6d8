package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.RuleAdministration;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.StoredTextKind;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRuleRepository;
import dev.restante.store.SubscriptionRuleRepository.RuleChangeResult;
import dev.restante.store.SubscriptionRules;
import java.util.List;
import java.util.function.Function;

/**
 * Administration that lists, adds, alters and removes subscription rules in a node's store. A change of rules is a use
 * of the subscription (IDLE-04).
 */
public final class NodeRuleAdministration implements RuleAdministration {

    private final NodeLifecycle lifecycle;
    private final IdleEntityDeleter idleDeleter;
    private final TopicSender topicSender;
    private final SubscriptionRuleRepository repository;

    public NodeRuleAdministration(
            NodeContext context, NodeLifecycle lifecycle, IdleEntityDeleter idleDeleter, TopicSender topicSender) {
        this.lifecycle = lifecycle;
        this.idleDeleter = idleDeleter;
        this.topicSender = topicSender;
        this.repository = context.store().subscriptionRules();
    }

    @Override
    public List<SubscriptionRule> rules(Entity subscription) {
        SubscriptionRules read =
                lifecycle.callStore(() -> repository.read(subscription.id())).orElseThrow(() -> notFound(subscription));
        if (read.unreadable() != null) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_UNREADABLE,
                    "This release cannot read the rules of subscription '" + DisplayText.shorten(subscription.name())
                            + "' (" + DisplayText.shorten(read.unreadable())
                            + "). Alter or remove the unreadable rule.");
        }
        return read.rules();
    }

    @Override
    public void add(Entity subscription, SubscriptionRule rule) {
        RuleLimits.check(rule);
        done(subscription, rule.name(), change(subscription, rules -> rules.add(subscription.id(), rule)));
    }

    @Override
    public void alter(Entity subscription, SubscriptionRule rule) {
        RuleLimits.check(rule);
        done(subscription, rule.name(), change(subscription, rules -> rules.replace(subscription.id(), rule)));
    }

    @Override
    public boolean remove(Entity subscription, String name) {
        if (StoredTextKind.RULE.violation(name) != null) {
            return false;
        }
        RuleChangeResult changeResult = change(subscription, rules -> rules.remove(subscription.id(), name));
        if (changeResult == RuleChangeResult.NO_RULE) {
            return false;
        }
        done(subscription, name, changeResult);
        return true;
    }

    private RuleChangeResult change(
            Entity subscription, Function<SubscriptionRuleRepository, RuleChangeResult> change) {
        lifecycle.checkAlive();
        idleDeleter.recordUse(subscription);
        topicSender.awaitSendsTo(subscription);
        RuleChangeResult changeResult = lifecycle.callStore(() -> change.apply(repository));
        if (changeResult == RuleChangeResult.DONE) {
            topicSender.subscriptionChanged(subscription);
        }
        return changeResult;
    }

    private static void done(Entity subscription, String name, RuleChangeResult changeResult) {
        String rule = "rule " + DisplayText.quote(name);
        String owner = "Subscription '" + DisplayText.shorten(subscription.name()) + "'";
        switch (changeResult) {
            case DONE -> {}
            case EXISTS ->
                throw new BrokerException(
                        BrokerErrorReason.ENTITY_INVALID,
                        owner + " has a " + rule + " already. Alter it, or choose another name.");
            case NO_RULE ->
                throw new BrokerException(
                        BrokerErrorReason.ENTITY_NOT_FOUND, owner + " has no " + rule + ". Add it first.");
            case TOO_MANY -> throw RuleLimits.tooManyRulesException();
            case NO_SUBSCRIPTION -> throw notFound(subscription);
        }
    }

    private static BrokerException notFound(Entity subscription) {
        return new BrokerException(
                BrokerErrorReason.SUBSCRIPTION_NOT_FOUND,
                "Subscription '" + DisplayText.shorten(subscription.name()) + "' was deleted");
    }
}
