package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Labels;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form that edits a dead letter before it is sent again. */
public final class EditPage implements Section {

    /** So many rows there are for further properties. */
    private static final int MORE_ROWS = 3;

    private final RestanteAdmin admin;
    private final Resubmit resubmit;

    /** Of a store. */
    public EditPage(RestanteAdmin admin) {
        this.admin = admin;
        this.resubmit = new Resubmit(admin);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(Links.EDIT, Cost.LOOK, Right.REPAIR, this::show).actions(resubmit);
    }

    /**
     * The dead letter that a form or an address is about.
     *
     * @throws Refusal if it is not there any more, or can't be read
     */
    static MessageDescription message(RestanteAdmin admin, Parameters parameters) throws JMSException {
        String name = Choice.deadLetterQueue(parameters);
        long number = parameters.number("number");
        MessageDescription message = admin.messages(name)
                .get(number)
                .orElseThrow(() -> new Refusal(
                        404,
                        "CONSOLE-MESSAGE-GONE",
                        "Message " + number + " is not in '" + name
                                + "' (any more): it was received, moved or removed."));
        if (message.headers() == null) {
            throw Refusal.badRequest("Message " + number + " can't be read, so it can't be edited.");
        }
        return message;
    }

    private Page show(Visit visit) throws JMSException {
        visit.require(Right.READ);
        String name = Choice.deadLetterQueue(visit.parameters());
        MessageDescription message = message(admin, visit.parameters());
        Element form = visit.frame()
                .form(Resubmit.NAME)
                .add(Frame.hidden("name", name), Frame.hidden("number", String.valueOf(message.sequenceNumber())));
        form.add(headers(message), properties(message));
        form.add(body(message.body()));
        form.add(tag("div")
                .with("class", "actions")
                .add(
                        tag("button", "Send again").with("type", "submit"),
                        tag("a", "Cancel").with("href", Links.message(name, message.sequenceNumber()))));
        return visit.frame()
                .page(
                        "Edit and resubmit message " + message.sequenceNumber(),
                        List.of(
                                tag("p").add("The dead letter is removed from ")
                                        .add(Links.named(name))
                                        .add(" in the transaction that sends what is made of it."),
                                form));
    }

    private static Element headers(MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        Element fields = tag("fieldset").add(tag("legend", "Headers"));
        text(fields, Resubmit.TARGET, "To another queue", null, "where it came from");
        text(fields, Resubmit.TYPE, "Type", headers == null ? null : headers.type(), "none");
        if (headers == null || headers.correlationIdBytes() == null) {
            text(
                    fields,
                    Resubmit.CORRELATION_ID,
                    "Correlation id",
                    headers == null ? null : headers.correlationId(),
                    "none");
        }
        return fields.add(Labels.field(
                "Priority",
                Resubmit.PRIORITY,
                tag("input")
                        .with("id", Resubmit.PRIORITY)
                        .with("name", Resubmit.PRIORITY)
                        .with("type", "number")
                        .with("min", "0")
                        .with("max", "9")
                        .with("value", String.valueOf(message.priority()))));
    }

    private static void text(Element fields, String name, String label, @Nullable String value, String placeholder) {
        if (value != null && !Element.showsExactly(value)) {
            return;
        }
        fields.add(Labels.field(
                label,
                name,
                tag("input")
                        .with("id", name)
                        .with("name", name)
                        .with("type", "text")
                        .with("placeholder", placeholder)
                        .with("value", value == null ? "" : value)));
    }

    private static Element properties(MessageDescription message) {
        List<Element> rows = new ArrayList<>();
        Resubmit.editable(message).forEach((name, value) -> {
            rows.add(Frame.hidden(Resubmit.SHOWN, name));
            rows.add(PropertyFields.row(name, value));
        });
        for (int i = 0; i < MORE_ROWS; i++) {
            rows.add(PropertyFields.emptyRow());
        }
        return tag("section")
                .add(
                        tag("h2", "Properties"),
                        tag("p", "One without a name is removed. What is not shown here stays.")
                                .with("class", "note"))
                .addAll(rows);
    }

    private static Element body(@Nullable MessageBody body) {
        Element section = tag("section").add(tag("h2", "Body"));
        String text = Resubmit.editableText(body);
        return text == null
                ? section.add(tag(
                                "p",
                                "It stays as it is: only texts can be edited here, up to " + Resubmit.MOST_CHARACTERS
                                        + " characters, all of them visible.")
                        .with("class", "note"))
                : section.add(tag("textarea", Resubmit.lines(text))
                        .with("name", Resubmit.TEXT)
                        .with("rows", "16")
                        .with("aria-label", "Body"));
    }
}
