package dev.restante.console.subscription;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** The removal of a rule. */
final class RuleRemove extends Action {

    static final String NAME = "rule-remove";

    private final RestanteAdmin admin;

    RuleRemove(RestanteAdmin admin) {
        super(NAME, Right.CONFIGURE, "Removes a rule of a subscription.");
        this.admin = admin;
    }

    @Override
    public List<Parameter> parameters() {
        return RuleForm.NAMING;
    }

    @Override
    public String about(Parameters form) {
        return form.required(RuleForm.SUBSCRIPTION) + ", rule [" + form.required(RuleForm.RULE) + "]";
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        String subscription = form.required(RuleForm.SUBSCRIPTION);
        int rules = Durable.of(admin, subscription).rules(admin).list().size();
        return Optional.of(new Question(
                "Remove rule",
                List.of(
                        tag("p").add("Remove the rule ")
                                .add(tag("bdi", form.required(RuleForm.RULE)))
                                .add(" of ")
                                .add(tag("bdi", subscription))
                                .add("?"),
                        tag(
                                        "p",
                                        rules <= 1
                                                ? "It is the only one: the subscription gets no messages without it. What it has stays."
                                                : "Messages that it alone matches no longer come. What came by it stays.")
                                .with("class", "note")),
                "Remove rule",
                EntityTabs.RULES.of(subscription)));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        String subscription = form.required(RuleForm.SUBSCRIPTION);
        String rule = form.required(RuleForm.RULE);
        if (!Durable.of(admin, subscription).rules(admin).remove(rule)) {
            throw new Refusal(
                    404, ErrorCodes.ENTITY_NOT_FOUND, "There is no rule '" + rule + "' of '" + subscription + "'.");
        }
        return Outcome.of("Rule", "The rule " + rule + " was removed.", "removed", RuleWriting.back(subscription));
    }
}
