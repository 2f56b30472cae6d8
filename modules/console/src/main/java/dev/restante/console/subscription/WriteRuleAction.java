package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** Base class of the actions that add or replace a rule of a subscription, which parses the rule form. */
abstract class WriteRuleAction extends ConsoleAction {

    private final RestanteAdmin admin;
    private final String pastParticiple;

    /**
     * Creates an action.
     *
     * @param pastParticiple the verb form that completes "The rule was"
     */
    WriteRuleAction(RestanteAdmin admin, String name, String summary, String pastParticiple) {
        super(name, ConsoleRight.CONFIGURE, summary);
        this.admin = admin;
        this.pastParticiple = pastParticiple;
    }

    abstract void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException;

    @Override
    public final List<ParameterDefinition> parameters() {
        return RuleForm.PARAMETERS;
    }

    @Override
    public final String logSubject(RequestParameters form) {
        RuleForm rule = RuleForm.of(form);
        return rule.subscription() + ", rule [" + rule.name() + "] with " + rule.text();
    }

    @Override
    public final ActionOutcome run(RequestParameters form) throws JMSException {
        RuleForm rule = RuleForm.of(form);
        write(DurableSubscription.of(admin, rule.subscription()).rules(admin), rule.rule());
        return ActionOutcome.of(
                "Rule",
                "The rule " + rule.name() + " was " + pastParticiple + ".",
                pastParticiple,
                subscriptionLink(rule.subscription()));
    }

    static HtmlElement subscriptionLink(String subscription) {
        return HtmlElement.tag("a")
                .with("href", EntityTabs.RULES.url(subscription))
                .add(HtmlElement.tag("bdi", subscription));
    }
}
