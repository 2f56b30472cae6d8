package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Data;
import dev.restante.console.route.PagedData;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** The rules of a subscription, for scripts, as the actions that add and alter them take them. */
final class RulesData implements Section {

    private static final Shape RULE = Shape.object("A rule")
            .with(RuleForm.RULE, Shape.text("Its name"))
            .withOptional(RuleForm.SELECTOR, Shape.text("What it matches"))
            .with(RuleForm.VALUES, Shape.list("Or values that it matches", Shape.text("NAME:TYPE=VALUE")))
            .with(RuleForm.SETTINGS, Shape.list("Properties that its copy gets", Shape.text("NAME:TYPE=VALUE")))
            .with(RuleForm.REMOVALS, Shape.list("Properties that its copy loses", Shape.text("A name")))
            .with(RuleForm.COPY, Shape.truth("Whether it has a copy of its own"));

    private final RestanteAdmin admin;

    RulesData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/rules",
                "The rules of a durable subscription, 50 at a time",
                List.of(RuleForm.OF_SUBSCRIPTION, PagedData.PAGE),
                PagedData.shape("A page of rules").with("rules", Shape.list("Those of this page", RULE)),
                this::rules));
    }

    private Object rules(Visit visit) throws JMSException {
        List<SubscriptionRule> rules = Durable.of(admin, visit.parameters().required(RuleForm.SUBSCRIPTION))
                .rules(admin)
                .list();
        Pager pager = Pager.of(visit.parameters(), rules.size(), SubscriptionPage.ROWS);
        return PagedData.of(pager)
                .with("rules", pager.of(rules).stream().map(RulesData::rule).toList())
                .done();
    }

    private static Object rule(SubscriptionRule rule) {
        RuleText text = RuleText.of(rule);
        return new Fields()
                .with(RuleForm.RULE, rule.name())
                .withPresent(RuleForm.SELECTOR, text.selector())
                .with(RuleForm.VALUES, text.matches())
                .with(RuleForm.SETTINGS, text.settings())
                .with(RuleForm.REMOVALS, text.removals())
                .with(RuleForm.COPY, text.copy())
                .done();
    }
}
