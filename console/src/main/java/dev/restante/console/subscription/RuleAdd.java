package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** The addition of a rule. */
final class RuleAdd extends RuleWriting {

    static final String NAME = "rule-add";

    RuleAdd(RestanteAdmin admin) {
        super(admin, NAME, "Adds a rule to a subscription.", "added");
    }

    @Override
    void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException {
        rules.add(rule);
    }

    @Override
    public List<Element> again(Frame frame, Parameters form) {
        return List.of(RuleForm.of(form).element(frame, NAME, "Add rule"));
    }
}
