package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** An action that takes a whole rule and gives it to a subscription. */
abstract class RuleWriting extends Action {

    private final RestanteAdmin admin;
    private final String done;

    /**
     * An action.
     *
     * @param done as it completes "was"
     */
    RuleWriting(RestanteAdmin admin, String name, String summary, String done) {
        super(name, Right.CONFIGURE, summary);
        this.admin = admin;
        this.done = done;
    }

    /** Gives it. */
    abstract void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException;

    @Override
    public final List<Parameter> parameters() {
        return RuleForm.PARAMETERS;
    }

    @Override
    public final String about(Parameters form) {
        RuleForm rule = RuleForm.of(form);
        return rule.subscription() + ", rule [" + rule.name() + "] with " + rule.text();
    }

    @Override
    public final Outcome run(Parameters form) throws JMSException {
        RuleForm rule = RuleForm.of(form);
        write(Durable.of(admin, rule.subscription()).rules(admin), rule.rule());
        return Outcome.of("Rule", "The rule " + rule.name() + " was " + done + ".", done, back(rule.subscription()));
    }

    /** The way back to a subscription. */
    static Element back(String subscription) {
        return Element.tag("a").with("href", EntityTabs.RULES.of(subscription)).add(Element.tag("bdi", subscription));
    }
}
