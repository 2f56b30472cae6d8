package dev.restante.console.subscription;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.Census;
import dev.restante.console.count.Figures;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** A subscription with its rules, and the form of one of them. */
final class SubscriptionPage implements Section {

    private static final String RULE = "/rule";
    static final int ROWS = 50;
    private static final int MOST_CHARACTERS = 1_000;

    private final RestanteAdmin admin;
    private final Figures figures;

    SubscriptionPage(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.figures = new Figures(admin, census);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.RULES.path(), this::show)
                .page(RULE, Cost.LOOK, Right.CONFIGURE, this::edit)
                .actions(
                        new RuleAdd(admin), new RuleAlter(admin), new RuleRemove(admin), new SubscriptionDelete(admin));
        new RulesData(admin).routes(routes);
    }

    private Page show(Visit visit) throws JMSException {
        String name = visit.parameters().required(RuleForm.SUBSCRIPTION);
        SubscriptionDescription found = admin.topics().subscription(name);
        List<Element> content = new ArrayList<>();
        content.add(EntityTabs.RULES.element(name, visit.user()));
        content.add(new Tables.Facts()
                .with("Topic", found.topic())
                .with("Client id", found.clientId())
                .with("Name", found.name())
                .with(
                        "Kind",
                        (found.shared() ? "shared " : "unshared ") + (found.durable() ? "durable" : "not durable"))
                .with("Selector of its consumers", found.selector())
                .with("Without messages of its own connection", found.noLocal() ? "yes" : null)
                .element());
        content.add(figures.of(name));
        content.add(tag("h2", "Rules"));
        if (found.durable()) {
            rules(visit, content, name);
        } else {
            content.add(tag("p", "It has none: it comes and goes with its consumers, whose selector counts.")
                    .with("class", "note"));
        }
        return visit.frame().page(name, content);
    }

    private void rules(Visit visit, List<Element> content, String name) throws JMSException {
        List<SubscriptionRule> rules = Durable.of(admin, name).rules(admin).list();
        boolean changes = visit.may(Right.CONFIGURE);
        Pager pager = Pager.of(visit.parameters(), rules.size(), ROWS);
        List<String> columns = new ArrayList<>(List.of("Name", "Matches", "Its copy"));
        if (changes) {
            columns.add("Change");
        }
        List<Element> rows = new ArrayList<>();
        for (SubscriptionRule rule : pager.of(rules)) {
            Element row = tag("tr")
                    .add(
                            tag("th").with("scope", "row").add(tag("bdi", rule.name())),
                            text(RuleText.shown(rule.filter())),
                            text(RuleText.shown(rule.action())));
            rows.add(changes ? row.add(changes(visit, name, rule)) : row);
        }
        content.add(tag("p", Tables.count(rules.size()) + " rules").with("class", "note"));
        content.add(Tables.table("Rules", columns, rows));
        content.add(pager.element(EntityTabs.RULES.of(name)));
        if (changes) {
            content.add(tag("h2", "Add a rule"));
            content.add(RuleForm.empty(name).element(visit.frame(), RuleAdd.NAME, "Add rule"));
        }
        if (visit.may(Right.REMOVE)) {
            content.add(tag("h2", "Delete"));
            content.add(visit.frame()
                    .form(SubscriptionDelete.NAME)
                    .add(
                            Frame.hidden(RuleForm.SUBSCRIPTION, name),
                            tag("button", "Delete subscription\u2026").with("type", "submit")));
        }
    }

    private static Element text(String text) {
        String shown = text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "\u2026";
        return tag("td").add(tag("bdi", shown));
    }

    private static Element changes(Visit visit, String name, SubscriptionRule rule) {
        Element remove = visit.frame()
                .form(RuleRemove.NAME)
                .add(
                        Frame.hidden(RuleForm.SUBSCRIPTION, name),
                        Frame.hidden(RuleForm.RULE, rule.name()),
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
                                                Url.to(RULE)
                                                        .with(RuleForm.SUBSCRIPTION, name)
                                                        .with(RuleForm.RULE, rule.name()))
                                        .with("aria-label", "Alter rule " + rule.name()),
                                remove));
    }

    private Page edit(Visit visit) throws JMSException {
        String name = visit.parameters().required(RuleForm.SUBSCRIPTION);
        String rule = visit.parameters().required(RuleForm.RULE);
        SubscriptionRulesAdmin rules = Durable.of(admin, name).rules(admin);
        RuleForm form = rules.list().stream()
                .filter(found -> found.name().equals(rule))
                .map(found -> new RuleForm(name, rule, RuleText.of(found)))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        404, ErrorCodes.ENTITY_NOT_FOUND, "There is no rule '" + rule + "' of '" + name + "'."));
        return visit.frame()
                .page(
                        "Rule " + rule,
                        List.of(
                                tag("p").add("Of ").add(RuleWriting.back(name)),
                                form.editable()
                                        ? form.element(visit.frame(), RuleAlter.NAME, "Alter rule")
                                        : tag(
                                                        "p",
                                                        "A value of it has several lines, which a form would tear: use the API.")
                                                .with("class", "note")));
    }
}
