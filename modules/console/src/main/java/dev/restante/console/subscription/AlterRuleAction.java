package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** Action that replaces a rule of a subscription. */
final class AlterRuleAction extends WriteRuleAction {

    static final String NAME = "rule-alter";

    AlterRuleAction(RestanteAdmin admin) {
        super(admin, NAME, "Replaces a rule of a subscription.", "altered");
    }

    @Override
    void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException {
        rules.alter(rule);
    }

    @Override
    public List<HtmlElement> prefilledForm(PageLayout layout, RequestParameters form) {
        return List.of(RuleForm.of(form).element(layout, NAME, "Alter rule"));
    }
}
