package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.DisplayText;
import dev.restante.model.StoredTextKind;
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

/**
 * Check that rejects subscription rules and selectors with an invalid form, excessive size, duplicate names, or too
 * many rules (TOP-03, SND-08).
 */
public final class RuleLimits {

    private static final Logger LOG = LoggerFactory.getLogger(RuleLimits.class);
    private static final int MAX_BYTES = 128 << 10;

    private RuleLimits() {}

    /**
     * Checks the rules of a subscription.
     *
     * @throws BrokerException with INVALID_ARGUMENT or INVALID_SELECTOR if they are not allowed
     */
    public static void check(List<SubscriptionRule> rules) {
        if (rules.size() > SubscriptionRuleRepository.MAX_RULES) {
            throw tooManyRulesException();
        }
        Set<String> names = new HashSet<>();
        for (SubscriptionRule rule : rules) {
            check(rule);
            if (!names.add(rule.name())) {
                throw new BrokerException(
                        BrokerErrorReason.INVALID_ARGUMENT,
                        "Two rules have the name " + DisplayText.quote(rule.name()) + ". Rename one of them.");
            }
        }
    }

    /**
     * Checks a rule.
     *
     * @throws BrokerException with INVALID_ARGUMENT or INVALID_SELECTOR if it is not allowed
     */
    public static void check(SubscriptionRule rule) {
        StoredTextCheck.check(StoredTextKind.RULE, rule.name());
        if (rule.filter() instanceof RuleFilter.SelectorFilter selectorFilter) {
            checkSelector(selectorFilter.selector());
        }
        int bytes = RuleCodec.encode(rule).length;
        if (bytes > MAX_BYTES) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "Rule " + DisplayText.quote(rule.name()) + " takes " + bytes + " bytes, but the limit is "
                            + MAX_BYTES + " bytes");
        }
    }

    /**
     * Checks a selector.
     *
     * @param selector selector, or null
     * @throws BrokerException with INVALID_SELECTOR if it is not allowed
     */
    static void checkSelector(@Nullable String selector) {
        if (selector == null) {
            return;
        }
        StoredTextCheck.check(StoredTextKind.SELECTOR, selector, BrokerErrorReason.INVALID_SELECTOR);
        try {
            Selector unused = Selector.parse(selector);
            LOG.trace("The selector {} is well-formed", unused);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(BrokerErrorReason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    public static BrokerException tooManyRulesException() {
        return new BrokerException(
                BrokerErrorReason.INVALID_ARGUMENT,
                "A subscription can have at most " + SubscriptionRuleRepository.MAX_RULES
                        + " rules. Remove a rule first.");
    }
}
