package dev.restante.console.subscription;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.Pager;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.PagedResource;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;

/** API resource with the rules of a subscription. Its members have the names of the parameters of the rule actions. */
final class RulesResource implements Section {

    private static final JsonSchema RULE = JsonSchema.object("Rule")
            .with(RuleForm.RULE, JsonSchema.string("Name of the rule"))
            .withOptional(RuleForm.SELECTOR, JsonSchema.string("Selector that a message must match"))
            .with(
                    RuleForm.VALUES,
                    JsonSchema.list("Values that a message must have", JsonSchema.string("NAME:TYPE=VALUE")))
            .with(
                    RuleForm.SETTINGS,
                    JsonSchema.list("Properties to set in a separate copy", JsonSchema.string("NAME:TYPE=VALUE")))
            .with(
                    RuleForm.REMOVALS,
                    JsonSchema.list("Properties to remove from a separate copy", JsonSchema.string("Property name")))
            .with(RuleForm.COPY, JsonSchema.bool("True if the rule creates a separate copy"));

    private final RestanteAdmin admin;

    RulesResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/rules",
                "Rules of a durable subscription, 50 per page",
                List.of(RuleForm.SUBSCRIPTION_PARAMETER, PagedResource.PAGE),
                PagedResource.shape("Page of rules").with("rules", JsonSchema.list("Rules of this page", RULE)),
                this::rules));
    }

    private Object rules(UserRequest request) throws JMSException {
        List<SubscriptionRule> rules = DurableSubscription.of(
                        admin, request.parameters().required(RuleForm.SUBSCRIPTION))
                .rules(admin)
                .list();
        Pager pager = Pager.of(request.parameters(), rules.size(), SubscriptionPage.ROWS);
        return PagedResource.of(pager)
                .with("rules", pager.of(rules).stream().map(RulesResource::rule).toList())
                .asMap();
    }

    private static Object rule(SubscriptionRule rule) {
        RuleText text = RuleText.of(rule);
        return new JsonObject()
                .with(RuleForm.RULE, rule.name())
                .withNonNull(RuleForm.SELECTOR, text.selector())
                .with(RuleForm.VALUES, text.conditions())
                .with(RuleForm.SETTINGS, text.propertyAssignments())
                .with(RuleForm.REMOVALS, text.removedProperties())
                .with(RuleForm.COPY, text.alwaysCopy())
                .asMap();
    }
}
