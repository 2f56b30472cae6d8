package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.jms.message.PropertyRules;
import dev.restante.model.Entity;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Administration of the filter rules of one durable subscription: adds, alters, removes and lists the rules that select
 * its messages. Rules can be changed while the subscription is in use (TOP-03). Changed rules apply to all messages
 * that any node sends after the call returns, and to messages of transactions that commit later. Thread-safe. It closes
 * with its {@link RestanteAdmin}.
 *
 * <p>A new subscription has the rule {@link SubscriptionRule#DEFAULT_NAME} with the selector of its consumers.
 * Consumers continue to specify that selector, regardless of later changes of the rule.
 *
 * <p>Every method throws the exceptions of {@link RestanteAdmin}, and {@link jakarta.jms.InvalidDestinationException}
 * with {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if the subscription does not exist.
 */
public final class SubscriptionRulesAdmin {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;
    private final Supplier<Entity> subscription;

    SubscriptionRulesAdmin(BrokerAdministration node, AdminCallExecutor executor, Supplier<Entity> subscription) {
        this.node = node;
        this.executor = executor;
        this.subscription = subscription;
    }

    /**
     * Adds a rule.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if a rule with this name
     *     exists
     * @throws jakarta.jms.InvalidSelectorException if the selector of the rule is invalid
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the name has more than 500 bytes of UTF-8 or
     *     invalid characters, the rule exceeds 128 KiB, or the subscription has 2,000 rules. With
     *     {@code RESTANTE-INVALID-PROPERTY-NAME} if a property name in the rule is invalid
     */
    public void add(SubscriptionRule rule) throws JMSException {
        check(rule);
        executor.run(() -> node.topicAdministration().rules().add(subscription.get(), rule));
    }

    /**
     * Replaces the rule of equal name.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if no rule has the name
     * @throws JMSException for the reasons of {@link #add}
     */
    public void alter(SubscriptionRule rule) throws JMSException {
        check(rule);
        executor.run(() -> node.topicAdministration().rules().alter(subscription.get(), rule));
    }

    /**
     * Removes a rule. A subscription without rules gets no new messages, but keeps its messages.
     *
     * @return false if no rule has the name
     */
    public boolean remove(String name) throws JMSException {
        requireNonNull(name, "name");
        return executor.execute(() -> node.topicAdministration().rules().remove(subscription.get(), name));
    }

    /**
     * Returns the current rules ordered by name.
     *
     * @throws JMSException with {@code RESTANTE-ENTITY-UNREADABLE} if a rule is unreadable; the text contains its name
     */
    public List<SubscriptionRule> list() throws JMSException {
        return executor.execute(() -> node.topicAdministration().rules().rules(subscription.get()));
    }

    static void check(SubscriptionRule rule) throws JMSException {
        requireNonNull(rule, "rule");
        if (rule.filter() instanceof RuleFilter.CorrelationFilter correlationFilter) {
            for (Map.Entry<String, Object> condition :
                    correlationFilter.values().entrySet()) {
                PropertyRules.check(condition.getKey(), condition.getValue());
            }
        }
        if (rule.action() != null) {
            for (Map.Entry<String, @Nullable Object> change :
                    rule.action().changes().entrySet()) {
                PropertyRules.check(change.getKey(), change.getValue());
            }
        }
    }
}
