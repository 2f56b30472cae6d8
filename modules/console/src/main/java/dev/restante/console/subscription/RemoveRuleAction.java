package dev.restante.console.subscription;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** Action that removes a rule of a subscription. */
final class RemoveRuleAction extends ConsoleAction {

    static final String NAME = "rule-remove";

    private final RestanteAdmin admin;

    RemoveRuleAction(RestanteAdmin admin) {
        super(NAME, ConsoleRight.CONFIGURE, "Removes a rule from a subscription.");
        this.admin = admin;
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return RuleForm.RULE_PARAMETERS;
    }

    @Override
    public String logSubject(RequestParameters form) {
        return form.required(RuleForm.SUBSCRIPTION) + ", rule [" + form.required(RuleForm.RULE) + "]";
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        String subscription = form.required(RuleForm.SUBSCRIPTION);
        int rules =
                DurableSubscription.of(admin, subscription).rules(admin).list().size();
        return Optional.of(new ConfirmationQuestion(
                "Remove rule",
                List.of(
                        tag("p").add("Remove the rule ")
                                .add(tag("bdi", form.required(RuleForm.RULE)))
                                .add(" from ")
                                .add(tag("bdi", subscription))
                                .add("?"),
                        tag(
                                        "p",
                                        rules <= 1
                                                ? "This is the only rule. Without it, the subscription gets no"
                                                        + " new messages. Its current messages" + " stay."
                                                : "The subscription gets no new messages that only this rule"
                                                        + " matches. Its current messages stay.")
                                .with("class", "note")),
                "Remove rule",
                EntityTabs.RULES.url(subscription)));
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        String subscription = form.required(RuleForm.SUBSCRIPTION);
        String rule = form.required(RuleForm.RULE);
        if (!DurableSubscription.of(admin, subscription).rules(admin).remove(rule)) {
            throw new RequestRejectedException(
                    404,
                    ErrorCodes.ENTITY_NOT_FOUND,
                    "The rule '" + rule + "' does not exist in '" + subscription + "'.");
        }
        return ActionOutcome.of(
                "Rule",
                "The rule " + rule + " was removed.",
                "removed",
                WriteRuleAction.subscriptionLink(subscription));
    }
}
