package dev.restante.console.subscription;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** Page of a subscription and its rules, and page with the form of one rule. */
final class SubscriptionPage implements Section {

    private static final String RULE = "/rule";
    static final int ROWS = 50;
    private static final int MAX_CHARACTERS = 1_000;

    private final RestanteAdmin admin;
    private final EntityStatisticsView statisticsView;

    SubscriptionPage(RestanteAdmin admin, EntityCountCache countCache) {
        this.admin = admin;
        this.statisticsView = new EntityStatisticsView(admin, countCache);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.RULES.path(), this::show)
                .page(RULE, RequestCost.CHEAP, ConsoleRight.CONFIGURE, this::edit)
                .actions(
                        new AddRuleAction(admin),
                        new AlterRuleAction(admin),
                        new RemoveRuleAction(admin),
                        new DeleteSubscriptionAction(admin));
        new RulesResource(admin).routes(routes);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        String name = request.parameters().required(RuleForm.SUBSCRIPTION);
        SubscriptionDescription found = admin.topics().subscription(name);
        List<HtmlElement> content = new ArrayList<>();
        content.add(EntityTabs.RULES.element(name, request.user()));
        content.add(new HtmlTables.DefinitionList()
                .with("Topic", found.topic())
                .with("Client id", found.clientId())
                .with("Name", found.name())
                .with(
                        "Kind",
                        (found.shared() ? "shared " : "unshared ") + (found.durable() ? "durable" : "not durable"))
                .with("Selector of its consumers", found.selector())
                .with("No local messages", found.noLocal() ? "yes" : null)
                .element());
        content.add(statisticsView.html(name));
        content.add(tag("h2", "Rules"));
        if (found.durable()) {
            rules(request, content, name);
        } else {
            content.add(tag(
                            "p",
                            "A subscription that is not durable has no rules. Its consumers filter with their"
                                    + " selector.")
                    .with("class", "note"));
        }
        return request.layout().page(name, content);
    }

    private void rules(UserRequest request, List<HtmlElement> content, String name) throws JMSException {
        List<SubscriptionRule> rules =
                DurableSubscription.of(admin, name).rules(admin).list();
        boolean changes = request.may(ConsoleRight.CONFIGURE);
        Pager pager = Pager.of(request.parameters(), rules.size(), ROWS);
        List<String> columns = new ArrayList<>(List.of("Name", "Matches", "Separate copy"));
        if (changes) {
            columns.add("Change");
        }
        List<HtmlElement> rows = new ArrayList<>();
        for (SubscriptionRule rule : pager.of(rules)) {
            HtmlElement row = tag("tr")
                    .add(
                            tag("th").with("scope", "row").add(tag("bdi", rule.name())),
                            text(RuleText.display(rule.filter())),
                            text(RuleText.display(rule.action())));
            rows.add(changes ? row.add(changes(request, name, rule)) : row);
        }
        content.add(tag("p", HtmlTables.formatNumber(rules.size()) + " rules").with("class", "note"));
        content.add(HtmlTables.table("Rules", columns, rows));
        content.add(pager.element(EntityTabs.RULES.url(name)));
        if (changes) {
            content.add(tag("h2", "Add a rule"));
            content.add(RuleForm.empty(name).element(request.layout(), AddRuleAction.NAME, "Add rule"));
        }
        if (request.may(ConsoleRight.REMOVE)) {
            content.add(tag("h2", "Delete"));
            content.add(request.layout()
                    .form(DeleteSubscriptionAction.NAME)
                    .add(
                            PageLayout.hidden(RuleForm.SUBSCRIPTION, name),
                            tag("button", "Delete subscription\u2026").with("type", "submit")));
        }
    }

    private static HtmlElement text(String text) {
        String shown = text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "\u2026";
        return tag("td").add(tag("bdi", shown));
    }

    private static HtmlElement changes(UserRequest request, String name, SubscriptionRule rule) {
        HtmlElement remove = request.layout()
                .form(RemoveRuleAction.NAME)
                .add(
                        PageLayout.hidden(RuleForm.SUBSCRIPTION, name),
                        PageLayout.hidden(RuleForm.RULE, rule.name()),
                        tag("button", "Remove\u2026")
                                .with("type", "submit")
                                .with("aria-label", "Remove rule " + rule.name()));
        return tag("td")
                .add(tag("div")
                        .with("class", "actions")
                        .add(
                                tag("a", "Alter")
                                        .with(
                                                "href",
                                                LocalUrl.to(RULE)
                                                        .with(RuleForm.SUBSCRIPTION, name)
                                                        .with(RuleForm.RULE, rule.name()))
                                        .with("aria-label", "Alter rule " + rule.name()),
                                remove));
    }

    private HtmlPage edit(UserRequest request) throws JMSException {
        String name = request.parameters().required(RuleForm.SUBSCRIPTION);
        String rule = request.parameters().required(RuleForm.RULE);
        SubscriptionRulesAdmin rules = DurableSubscription.of(admin, name).rules(admin);
        RuleForm form = rules.list().stream()
                .filter(found -> found.name().equals(rule))
                .map(found -> new RuleForm(name, rule, RuleText.of(found)))
                .findFirst()
                .orElseThrow(() -> new RequestRejectedException(
                        404, ErrorCodes.ENTITY_NOT_FOUND, "The rule '" + rule + "' does not exist in '" + name + "'."));
        return request.layout()
                .page(
                        "Rule " + rule,
                        List.of(
                                tag("p").add("Of ").add(WriteRuleAction.subscriptionLink(name)),
                                form.isEditable()
                                        ? form.element(request.layout(), AlterRuleAction.NAME, "Alter rule")
                                        : tag(
                                                        "p",
                                                        "This rule has a value with several lines, which this"
                                                                + " form cannot edit. Use the API.")
                                                .with("class", "note")));
    }
}
