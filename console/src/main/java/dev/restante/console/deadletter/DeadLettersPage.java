package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.count.Census;
import dev.restante.console.count.Figures;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.message.MessageTable;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.plot.Histories;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dead letters of a queue or subscription, by reason and source, and what can be done to them. */
public final class DeadLettersPage implements Section {

    private static final String PATH = "/dead-letter-queue";
    private static final String REASONS = "/reasons";
    private static final Url HERE = Url.to(PATH);
    static final int MOST_REASONS = 100;

    private final RestanteAdmin admin;
    private final DeadLetters deadLetters;
    private final Figures figures;
    private final Histories histories;

    /** Of a store. */
    public DeadLettersPage(RestanteAdmin admin, Census census, Histories histories) {
        this.admin = admin;
        this.deadLetters = new DeadLetters(admin);
        this.figures = new Figures(admin, census);
        this.histories = histories;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show)
                .page(REASONS, Cost.LONG, null, this::reasons)
                .actions(
                        new Redrive(deadLetters),
                        new RedriveOne(deadLetters),
                        new ResubmitMany(deadLetters),
                        new Purge(deadLetters));
    }

    private Page show(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        String name = Choice.deadLetterQueue(parameters);
        MessageTable table = MessageTable.of(name, visit, admin);
        List<Element> content = new ArrayList<>();
        content.add(EntityTabs.MESSAGES.element(name, visit.user()));
        content.add(tag("p").add("Of ").add(Links.named(DeadLetterQueues.ownerOf(name))));
        content.add(Frame.live("figures", List.of(figures.of(name))));
        content.add(Frame.live("plots", histories.plots(name, parameters.text("scale"), HERE.with("name", name))));
        if (visit.refresh()) {
            return visit.frame().page(name, content);
        }
        groups(content, name);
        content.add(tag("h2", "Messages"));
        content.add(table.filterForm(HERE, true));
        MessagePage page = table.look(admin);
        if (visit.may(Right.REPAIR)) {
            content.add(actions(visit, name, table, page).add(table.selectable(page, RedriveOne::button)));
        } else if (visit.may(Right.REMOVE)) {
            content.add(actions(visit, name, table, page).add(table.selectable(page, null)));
        } else {
            content.add(table.table(page));
        }
        content.add(table.pager(HERE, page));
        if (visit.may(Right.REPAIR)) {
            content.add(RedriveOne.form(visit.frame(), name));
        }
        return visit.frame().page(name, content);
    }

    private void groups(List<Element> content, String name) throws JMSException {
        DeadLetters.Groups groups = deadLetters.groups(name);
        List<Element> rows = new ArrayList<>();
        for (DeadLetters.Group group : groups.groups()) {
            Element source = tag("td");
            if (group.source() != null) {
                source.add(Links.named(group.source()));
            }
            rows.add(tag("tr")
                    .add(Tables.number(group.count()), tag("td").add(tag("bdi", reason(group.reason()))), source));
        }
        content.add(tag("h2", "Reasons"));
        content.add(Tables.table("Reasons", List.of("Messages", "Reason", "Source"), rows));
        if (!groups.complete()) {
            content.add(tag("p", "Of the first " + Tables.count(groups.looked()) + " dead letters. ")
                    .with("class", "note")
                    .add(tag("a", "Count all by their reasons")
                            .with("href", Url.to(REASONS).with("name", name))));
        }
    }

    private static String reason(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "(none)" : reason;
    }

    /** All dead letters by reason: reads each of them, so only when it is asked for. */
    private Page reasons(Visit visit) throws JMSException {
        String name = Choice.deadLetterQueue(visit.parameters());
        DeadLetterReasons reasons = admin.messages(name).deadLetterReasons(MOST_REASONS);
        List<Element> rows = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) ->
                        rows.add(tag("tr").add(Tables.number(count), tag("td").add(tag("bdi", reason(reason))))));
        if (reasons.others() > 0) {
            rows.add(tag("tr").add(Tables.number(reasons.others()), Tables.cell("(others)")));
        }
        return visit.frame()
                .page(
                        "Reasons",
                        List.of(
                                tag("p").add("In ").add(Links.named(name)),
                                Tables.table("Reasons", List.of("Messages", "Reason"), rows)));
    }

    private static Element actions(Visit visit, String name, MessageTable table, MessagePage page) {
        Element form = visit.frame().form(Redrive.NAME).add(Frame.hidden("name", name));
        page.messages().forEach(message -> form.add(Frame.hidden("shown", String.valueOf(message.sequenceNumber()))));
        Element scopes = tag("select").with("id", "scope").with("name", "scope");
        scopes.add(tag("option", "the selected").with("value", Choice.SELECTED));
        scopes.add(tag("option", "all on this page").with("value", Choice.SHOWN));
        if (table.selects() && (table.selector() == null || visit.may(Right.READ))) {
            String selector = table.selector();
            form.add(Frame.hidden("selector", selector == null ? "" : selector));
            scopes.add(tag("option", selector == null ? "all" : "all that the filter means")
                    .with("value", Choice.ALL));
        }
        Element buttons =
                tag("div").with("class", "actions").add(tag("label", "Messages").with("for", "scope"), scopes);
        if (visit.may(Right.REPAIR)) {
            buttons.add(button(Redrive.NAME, "Redrive"));
            buttons.add(button(ResubmitMany.NAME, "Edit and resubmit"));
        }
        if (visit.may(Right.REMOVE)) {
            buttons.add(button(Purge.NAME, "Purge"));
        }
        return form.add(buttons);
    }

    private static Element button(String action, String text) {
        return tag("button", text + "\u2026").with("type", "submit").with("formaction", Frame.action(action));
    }
}
