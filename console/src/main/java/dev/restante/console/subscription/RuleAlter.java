package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** The replacement of a rule by another one of its name. */
final class RuleAlter extends RuleWriting {

    static final String NAME = "rule-alter";

    RuleAlter(RestanteAdmin admin) {
        super(admin, NAME, "Replaces a rule of a subscription by another one of its name.", "altered");
    }

    @Override
    void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException {
        rules.alter(rule);
    }

    @Override
    public List<Element> again(Frame frame, Parameters form) {
        return List.of(RuleForm.of(form).element(frame, NAME, "Alter rule"));
    }
}
