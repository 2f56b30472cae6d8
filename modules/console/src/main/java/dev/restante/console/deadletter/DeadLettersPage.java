package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.message.MessageTable;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.plot.HistoryPlots;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Page of the dead letters of a queue or subscription, with its actions. */
public final class DeadLettersPage implements Section {

    private static final String PATH = "/dead-letter-queue";
    private static final String REASONS = "/reasons";
    private static final LocalUrl HERE = LocalUrl.to(PATH);
    static final int MAX_REASONS = 100;

    private final RestanteAdmin admin;
    private final DeadLetterOperations deadLetters;
    private final EntityStatisticsView statisticsView;
    private final HistoryPlots historyPlots;

    public DeadLettersPage(RestanteAdmin admin, EntityCountCache countCache, HistoryPlots historyPlots) {
        this.admin = admin;
        this.deadLetters = new DeadLetterOperations(admin);
        this.statisticsView = new EntityStatisticsView(admin, countCache);
        this.historyPlots = historyPlots;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show)
                .page(REASONS, RequestCost.EXPENSIVE, null, this::reasons)
                .actions(
                        new RedriveAction(deadLetters),
                        new RedriveMessageAction(deadLetters),
                        new BulkResubmitAction(deadLetters),
                        new PurgeAction(deadLetters));
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        String name = DeadLetterSelection.deadLetterQueue(parameters);
        MessageTable table = MessageTable.of(name, request, admin);
        List<HtmlElement> content = new ArrayList<>();
        content.add(EntityTabs.MESSAGES.element(name, request.user()));
        content.add(tag("p").add("Of ").add(PageLinks.named(DeadLetterQueueNames.ownerOf(name))));
        content.add(PageLayout.refreshedRegion("counts", List.of(statisticsView.html(name))));
        content.add(PageLayout.refreshedRegion(
                "plots", historyPlots.plots(name, parameters.text("scale"), HERE.with("name", name))));
        if (request.refreshedRegionsOnly()) {
            return request.layout().page(name, content);
        }
        groups(content, name);
        content.add(tag("h2", "Messages"));
        content.add(table.filterForm(HERE, true));
        MessagePage page = table.load(admin);
        if (request.may(ConsoleRight.REPAIR)) {
            content.add(actions(request, name, table, page).add(table.selectable(page, RedriveMessageAction::button)));
        } else if (request.may(ConsoleRight.REMOVE)) {
            content.add(actions(request, name, table, page).add(table.selectable(page, null)));
        } else {
            content.add(table.table(page));
        }
        content.add(table.pager(HERE, page));
        if (request.may(ConsoleRight.REPAIR)) {
            content.add(RedriveMessageAction.form(request.layout(), name));
        }
        return request.layout().page(name, content);
    }

    private void groups(List<HtmlElement> content, String name) throws JMSException {
        DeadLetterOperations.DeadLetterGroups groups = deadLetters.groups(name);
        List<HtmlElement> rows = new ArrayList<>();
        for (DeadLetterOperations.DeadLetterGroup group : groups.groups()) {
            HtmlElement source = tag("td");
            if (group.source() != null) {
                source.add(PageLinks.named(group.source()));
            }
            rows.add(tag("tr")
                    .add(
                            HtmlTables.markAsNumber(group.count()),
                            tag("td").add(tag("bdi", reason(group.reason()))),
                            source));
        }
        content.add(tag("h2", "Dead-letter reasons"));
        content.add(HtmlTables.table("Dead-letter reasons", List.of("Messages", "Reason", "Source"), rows));
        if (!groups.complete()) {
            content.add(tag(
                            "p",
                            "Only the first " + HtmlTables.formatNumber(groups.scanned())
                                    + " dead letters are counted. ")
                    .with("class", "note")
                    .add(tag("a", "Count all dead letters by reason")
                            .with("href", LocalUrl.to(REASONS).with("name", name))));
        }
    }

    private static String reason(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "(none)" : reason;
    }

    /** Returns the page that counts all dead letters by reason. It is expensive, so users request it explicitly. */
    private HtmlPage reasons(UserRequest request) throws JMSException {
        String name = DeadLetterSelection.deadLetterQueue(request.parameters());
        DeadLetterReasons reasons = admin.messages(name).deadLetterReasons(MAX_REASONS);
        List<HtmlElement> rows = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) -> rows.add(
                        tag("tr").add(HtmlTables.markAsNumber(count), tag("td").add(tag("bdi", reason(reason))))));
        if (reasons.otherReasons() > 0) {
            rows.add(
                    tag("tr").add(HtmlTables.markAsNumber(reasons.otherReasons()), HtmlTables.cell("(other reasons)")));
        }
        return request.layout()
                .page(
                        "Dead-letter reasons",
                        List.of(
                                tag("p").add("In ").add(PageLinks.named(name)),
                                HtmlTables.table("Dead-letter reasons", List.of("Messages", "Reason"), rows)));
    }

    private static HtmlElement actions(UserRequest request, String name, MessageTable table, MessagePage page) {
        HtmlElement form = request.layout().form(RedriveAction.NAME).add(PageLayout.hidden("name", name));
        page.messages()
                .forEach(message -> form.add(PageLayout.hidden("shown", String.valueOf(message.sequenceNumber()))));
        HtmlElement scopes = tag("select").with("id", "scope").with("name", "scope");
        scopes.add(tag("option", "selected messages").with("value", DeadLetterSelection.SELECTED));
        scopes.add(tag("option", "all messages on this page").with("value", DeadLetterSelection.SHOWN));
        if (table.isExpressibleAsSelector() && (table.selector() == null || request.may(ConsoleRight.READ))) {
            String selector = table.selector();
            form.add(PageLayout.hidden("selector", selector == null ? "" : selector));
            scopes.add(tag("option", selector == null ? "all messages" : "all messages that match the filter")
                    .with("value", DeadLetterSelection.ALL));
        }
        HtmlElement buttons =
                tag("div").with("class", "actions").add(tag("label", "Messages").with("for", "scope"), scopes);
        if (request.may(ConsoleRight.REPAIR)) {
            buttons.add(button(RedriveAction.NAME, "Redrive"));
            buttons.add(button(BulkResubmitAction.NAME, "Edit and resubmit"));
        }
        if (request.may(ConsoleRight.REMOVE)) {
            buttons.add(button(PurgeAction.NAME, "Purge"));
        }
        return form.add(buttons);
    }

    private static HtmlElement button(String action, String text) {
        return tag("button", text + "\u2026").with("type", "submit").with("formaction", PageLayout.action(action));
    }
}
