package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** Action that adds a rule to a subscription. */
final class AddRuleAction extends WriteRuleAction {

    static final String NAME = "rule-add";

    AddRuleAction(RestanteAdmin admin) {
        super(admin, NAME, "Adds a rule to a subscription.", "added");
    }

    @Override
    void write(SubscriptionRulesAdmin rules, SubscriptionRule rule) throws JMSException {
        rules.add(rule);
    }

    @Override
    public List<HtmlElement> prefilledForm(PageLayout layout, RequestParameters form) {
        return List.of(RuleForm.of(form).element(layout, NAME, "Add rule"));
    }
}
