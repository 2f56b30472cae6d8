package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.TextRule;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.model.codec.RuleCodec;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.SubscriptionRuleRepository;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The limits of rules and selectors: what can be one, and how many rules a subscription can have (TOP-03, SND-08). */
public final class RuleLimits {

    private static final Logger LOG = LoggerFactory.getLogger(RuleLimits.class);
    private static final int MOST_BYTES = 128 << 10;

    private RuleLimits() {}

    /**
     * Looks whether a subscription can have these rules.
     *
     * @throws BrokerException with INVALID_ARGUMENT or INVALID_SELECTOR if not
     */
    public static void check(List<SubscriptionRule> rules) {
        if (rules.size() > SubscriptionRuleRepository.MOST_RULES) {
            throw tooMany();
        }
        Set<String> names = new HashSet<>();
        for (SubscriptionRule rule : rules) {
            check(rule);
            if (!names.add(rule.name())) {
                throw new BrokerException(
                        Reason.INVALID_ARGUMENT, "Two rules have the name " + ShownText.quoted(rule.name()));
            }
        }
    }

    /**
     * Looks whether there can be such a rule.
     *
     * @throws BrokerException with INVALID_ARGUMENT or INVALID_SELECTOR if not
     */
    public static void check(SubscriptionRule rule) {
        TextRule.check(StoredText.RULE, rule.name());
        if (rule.filter() instanceof RuleFilter.Selected selected) {
            checkSelector(selected.selector());
        }
        int bytes = RuleCodec.encode(rule).length;
        if (bytes > MOST_BYTES) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The rule " + ShownText.quoted(rule.name()) + " takes " + bytes + " bytes; at most " + MOST_BYTES
                            + " are allowed");
        }
    }

    /**
     * Looks whether there can be such a selector.
     *
     * @param selector null for none
     * @throws BrokerException with INVALID_SELECTOR if not
     */
    static void checkSelector(@Nullable String selector) {
        if (selector == null) {
            return;
        }
        TextRule.check(StoredText.SELECTOR, selector, Reason.INVALID_SELECTOR);
        try {
            Selector unused = Selector.parse(selector);
            LOG.trace("The selector {} is well-formed", unused);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(Reason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    /** Says that a subscription can't have another rule. */
    public static BrokerException tooMany() {
        return new BrokerException(
                Reason.INVALID_ARGUMENT,
                "A subscription can have " + SubscriptionRuleRepository.MOST_RULES + " rules and no more");
    }
}
