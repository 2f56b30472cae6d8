package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.store.Census;
import dev.restante.console.store.Choice;
import dev.restante.console.store.DeadLetters;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dead letters of a queue or subscription, by reason and source, and what can be done to them. */
public final class DeadLettersPage {

    private static final Url HERE = Url.to("/dead-letters");
    private static final int MOST_REASONS = 100;

    /** An action on dead letters. */
    public enum Action {
        /** Back to where they came from. */
        REDRIVE("Redrive", "redriven"),
        /** Away for good. */
        PURGE("Purge", "purged");

        private final String title;
        private final String done;

        Action(String title, String done) {
            this.title = title;
            this.done = done;
        }
    }

    private final RestanteAdmin admin;
    private final DeadLetters deadLetters;
    private final Figures figures;

    /** Of a store. */
    public DeadLettersPage(RestanteAdmin admin, Census census, DeadLetters deadLetters) {
        this.admin = admin;
        this.deadLetters = deadLetters;
        this.figures = new Figures(admin, census);
    }

    /** The page of the dead-letter queue that is named. */
    public Page show(Frame frame, Parameters parameters) throws JMSException {
        String name = deadLetterQueue(parameters);
        MessageTable table = MessageTable.of(name, parameters);
        List<Element> content = new ArrayList<>();
        content.add(tag("p").add("Of ").add(Links.named(DeadLetters.ownerOf(name))));
        content.add(figures.of(name));
        groups(content, name);
        content.add(tag("h2", "Messages"));
        content.add(table.filterForm(HERE));
        MessagePage page = admin.messages(name).peek(table.filter(), table.request());
        if (frame.readOnly()) {
            content.add(table.table(page, false));
        } else {
            content.add(actions(frame, name, table).add(table.table(page, true)));
        }
        content.add(table.pager(HERE, page));
        return frame.page(name, content);
    }

    private static String deadLetterQueue(Parameters parameters) {
        String name = parameters.required("name");
        if (!DeadLetters.isDeadLetterQueue(name)) {
            throw Refusal.badRequest("'" + name + "' is no dead-letter queue.");
        }
        return name;
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
                            .with("href", Url.to("/reasons").with("name", name))));
        }
    }

    private static String reason(@Nullable String reason) {
        return reason == null || reason.isEmpty() ? "(none)" : reason;
    }

    /** All dead letters by reason: reads each of them, so only when it is asked for. */
    public Page reasons(Frame frame, Parameters parameters) throws JMSException {
        String name = deadLetterQueue(parameters);
        DeadLetterReasons reasons = admin.messages(name).deadLetterReasons(MOST_REASONS);
        List<Element> rows = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) ->
                        rows.add(tag("tr").add(Tables.number(count), tag("td").add(tag("bdi", reason(reason))))));
        if (reasons.others() > 0) {
            rows.add(tag("tr").add(Tables.number(reasons.others()), Tables.cell("(others)")));
        }
        return frame.page(
                "Reasons",
                List.of(
                        tag("p").add("In ").add(Links.named(name)),
                        Tables.table("Reasons", List.of("Messages", "Reason"), rows)));
    }

    private static Element actions(Frame frame, String name, MessageTable table) {
        Element form = frame.form(Url.to("/dead-letters/confirm"))
                .add(
                        Frame.hidden("name", name),
                        Frame.hidden("selector", table.selector() == null ? "" : table.selector()));
        String all = table.selector() == null ? " all" : " all that the selector matches";
        Element buttons = tag("div").with("class", "actions");
        for (Action action : Action.values()) {
            buttons.add(button(action, "selected", action.title + " selected"));
            buttons.add(button(action, "all", action.title + all));
        }
        return form.add(buttons);
    }

    private static Element button(Action action, String scope, String text) {
        return tag("button", text + "\u2026")
                .with("type", "submit")
                .with("name", "do")
                .with("value", action.name() + "-" + scope);
    }

    /** The question before something is done, with the number of messages. */
    public Page confirm(Frame frame, Parameters form, String key) throws JMSException {
        Action action = action(form);
        Choice choice = choice(form);
        DeadLetters.Tally number = deadLetters.count(choice);
        String messages = (number.atLeast() ? "more than " : "") + Tables.count(number.count()) + " messages";
        Element question = tag("p").add((action == Action.REDRIVE ? "Move " : "Remove for good ") + messages + " of ")
                .add(tag("bdi", choice.queue()))
                .add(action == Action.REDRIVE ? " back to where they came from?" : "?");
        List<Element> content = new ArrayList<>(List.of(question));
        if (choice.selector() != null) {
            content.add(tag("p", "Those that match ").add(tag("code", choice.selector())));
        }
        if (choice.numbers() == null) {
            content.add(tag("p", "What arrives until you confirm is among them. What is locked stays.")
                    .with("class", "note"));
        }
        Element answer = frame.form(Url.to("/dead-letters/run"))
                .add(
                        Frame.hidden("key", key),
                        Frame.hidden("name", choice.queue()),
                        Frame.hidden("do", form.required("do")),
                        Frame.hidden("selector", choice.selector() == null ? "" : choice.selector()));
        if (choice.numbers() != null) {
            choice.numbers().forEach(each -> answer.add(Frame.hidden("number", String.valueOf(each))));
        }
        answer.add(tag("div")
                .with("class", "actions")
                .add(
                        tag("button", action.title + " " + messages).with("type", "submit"),
                        tag("a", "Cancel").with("href", Links.entity(choice.queue()))));
        content.add(answer);
        return frame.page(action.title, content);
    }

    /** The outcome of an action. */
    public Page done(Frame frame, Parameters form, BulkResult result) {
        Action action = action(form);
        String name = deadLetterQueue(form);
        List<Element> content = new ArrayList<>();
        content.add(tag("p", Tables.count(result.done()) + " messages were " + action.done + ".")
                .with("role", "status"));
        if (result.left() > 0) {
            content.add(
                    tag(
                            "p",
                            Tables.count(result.left())
                                    + " stay: where they came from does not exist any more, or they do not say it, or can't be read."));
        }
        if (result.cancelled()) {
            content.add(tag("p", "It stopped after ten seconds. Ask again for the rest."));
        }
        content.add(tag("p").add("Back to ").add(Links.named(name)));
        return frame.page(action.title, content);
    }

    /**
     * What a form wants done.
     *
     * @throws Refusal if it does not say so
     */
    public static Action action(Parameters form) {
        String text = form.required("do");
        for (Action action : Action.values()) {
            if (text.equals(action.name() + "-all") || text.equals(action.name() + "-selected")) {
                return action;
            }
        }
        throw Refusal.badRequest("There is no action '" + text + "'.");
    }

    /**
     * What a form means.
     *
     * @throws Refusal if it means nothing
     */
    public static Choice choice(Parameters form) {
        String name = deadLetterQueue(form);
        if (form.required("do").endsWith("-all")) {
            return new Choice(name, null, form.textOrNull("selector"));
        }
        List<Long> numbers = form.numbers("number");
        if (numbers.isEmpty()) {
            throw Refusal.badRequest("No message is selected.");
        }
        return new Choice(name, numbers, null);
    }
}
