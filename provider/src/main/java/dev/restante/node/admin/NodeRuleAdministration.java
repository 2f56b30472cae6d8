package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.RuleAdministration;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.RuleLimits;
import dev.restante.node.send.TopicSending;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRuleRepository;
import dev.restante.store.SubscriptionRuleRepository.Changing;
import dev.restante.store.SubscriptionRules;
import java.util.List;
import java.util.function.Function;

/** The rules of the subscriptions in a node's store. A change is a use of the subscription (IDLE-04). */
public final class NodeRuleAdministration implements RuleAdministration {

    private final NodeLife life;
    private final IdleEntities idleEntities;
    private final TopicSending topics;
    private final SubscriptionRuleRepository repository;

    public NodeRuleAdministration(NodeContext context, NodeLife life, IdleEntities idleEntities, TopicSending topics) {
        this.life = life;
        this.idleEntities = idleEntities;
        this.topics = topics;
        this.repository = context.store().subscriptionRules();
    }

    @Override
    public List<SubscriptionRule> rules(Entity subscription) {
        SubscriptionRules read =
                life.guarded(() -> repository.read(subscription.id())).orElseThrow(() -> notFound(subscription));
        if (read.unreadable() != null) {
            throw new BrokerException(
                    Reason.ENTITY_UNREADABLE,
                    "What is stored about '" + ShownText.of(subscription.name()) + "' can't be read by this release ("
                            + ShownText.of(read.unreadable()) + "). Alter or remove that rule.");
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
        if (StoredText.RULE.objection(name) != null) {
            return false;
        }
        Changing changing = change(subscription, rules -> rules.remove(subscription.id(), name));
        if (changing == Changing.NO_RULE) {
            return false;
        }
        done(subscription, name, changing);
        return true;
    }

    private Changing change(Entity subscription, Function<SubscriptionRuleRepository, Changing> change) {
        life.checkAlive();
        idleEntities.used(subscription);
        topics.awaitSends(subscription.parentId());
        Changing changing = life.guarded(() -> change.apply(repository));
        if (changing == Changing.DONE) {
            topics.reload(subscription.parentId());
        }
        return changing;
    }

    private static void done(Entity subscription, String name, Changing changing) {
        String rule = "rule " + ShownText.quoted(name);
        String owner = "Subscription '" + ShownText.of(subscription.name()) + "'";
        switch (changing) {
            case DONE -> {}
            case EXISTS -> throw new BrokerException(Reason.ENTITY_INVALID, owner + " has a " + rule + " already");
            case NO_RULE -> throw new BrokerException(Reason.ENTITY_NOT_FOUND, owner + " has no " + rule);
            case TOO_MANY -> throw RuleLimits.tooMany();
            case NO_SUBSCRIPTION -> throw notFound(subscription);
        }
    }

    private static BrokerException notFound(Entity subscription) {
        return new BrokerException(
                Reason.SUBSCRIPTION_NOT_FOUND, "Subscription '" + ShownText.of(subscription.name()) + "' was deleted");
    }
}
