package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
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
 * The rules of one durable subscription: adds, alters, removes and lists them, also while it is in use (TOP-03). A
 * message that is sent after a call returned, on whichever node, goes by the changed rules; one in a transaction when
 * that is committed. Thread-safe; closed with the {@link RestanteAdmin} that it comes from.
 *
 * <p>A subscription begins with the rule {@link SubscriptionRule#DEFAULT_NAME}, which has the selector that it was
 * subscribed with. Consumers go on asking for that selector, whatever becomes of the rule.
 *
 * <p>Every method throws what {@link RestanteAdmin} says, and {@link jakarta.jms.InvalidDestinationException} with
 * {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if the subscription does not exist.
 */
public final class SubscriptionRulesAdmin {

    private final Administration node;
    private final AdminCalls calls;
    private final Supplier<Entity> subscription;

    SubscriptionRulesAdmin(Administration node, AdminCalls calls, Supplier<Entity> subscription) {
        this.node = node;
        this.calls = calls;
        this.subscription = subscription;
    }

    /**
     * Adds a rule.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if there is one of that name
     * @throws jakarta.jms.InvalidSelectorException if its selector is none
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the name has more than 500 bytes of UTF-8 or what
     *     no database can hold, the rule takes more than 128 KiB, or there are 2,000 already; with
     *     {@code RESTANTE-MSG-PROPERTY-NAME} for a name that no property can have
     */
    public void add(SubscriptionRule rule) throws JMSException {
        check(rule);
        calls.asking(() -> {
            node.topicAdministration().rules().add(subscription.get(), rule);
            return true;
        });
    }

    /**
     * Replaces the rule with the name of another one.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if there is none of that
     *     name
     * @throws JMSException as {@link #add} does
     */
    public void alter(SubscriptionRule rule) throws JMSException {
        check(rule);
        calls.asking(() -> {
            node.topicAdministration().rules().alter(subscription.get(), rule);
            return true;
        });
    }

    /**
     * Removes a rule. A subscription without rules gets no messages; it keeps what it has.
     *
     * @return false if there was none of that name
     */
    public boolean remove(String name) throws JMSException {
        requireNonNull(name, "name");
        return calls.asking(() -> node.topicAdministration().rules().remove(subscription.get(), name));
    }

    /**
     * The rules as they are now, by name.
     *
     * @throws JMSException with {@code RESTANTE-ENTITY-UNREADABLE} if one of them can't be read; it says which
     */
    public List<SubscriptionRule> list() throws JMSException {
        return calls.asking(() -> node.topicAdministration().rules().rules(subscription.get()));
    }

    static void check(SubscriptionRule rule) throws JMSException {
        requireNonNull(rule, "rule");
        if (rule.filter() instanceof RuleFilter.Correlated correlated) {
            for (Map.Entry<String, Object> condition : correlated.values().entrySet()) {
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
