package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.LabeledField;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Page with the form that edits a dead letter before it is sent again. */
public final class EditDeadLetterPage implements Section {

    /** Number of empty rows for additional properties. */
    private static final int MORE_ROWS = 3;

    private final RestanteAdmin admin;
    private final ResubmitAction resubmit;

    public EditDeadLetterPage(RestanteAdmin admin) {
        this.admin = admin;
        this.resubmit = new ResubmitAction(admin);
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PageLinks.EDIT, RequestCost.CHEAP, ConsoleRight.REPAIR, this::show)
                .actions(resubmit);
    }

    /**
     * Returns the dead letter.
     *
     * @throws RequestRejectedException if the dead letter does not exist or is unreadable
     */
    static MessageDescription message(RestanteAdmin admin, RequestParameters parameters) throws JMSException {
        String name = DeadLetterSelection.deadLetterQueue(parameters);
        long number = parameters.number("sequenceNumber");
        MessageDescription message = admin.messages(name)
                .get(number)
                .orElseThrow(() -> new RequestRejectedException(
                        404,
                        "CONSOLE-MESSAGE-NOT-FOUND",
                        "Message " + number + " is not in '" + name
                                + "'. It may have been received, moved or removed."));
        if (message.headers() == null) {
            throw RequestRejectedException.badRequest(
                    "Message " + number + " cannot be read and therefore cannot be edited.");
        }
        return message;
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        request.require(ConsoleRight.READ);
        String name = DeadLetterSelection.deadLetterQueue(request.parameters());
        MessageDescription message = message(admin, request.parameters());
        HtmlElement form = request.layout()
                .form(ResubmitAction.NAME)
                .add(
                        PageLayout.hidden("name", name),
                        PageLayout.hidden("sequenceNumber", String.valueOf(message.sequenceNumber())));
        form.add(headers(message), properties(message));
        form.add(body(message.body()));
        form.add(tag("div")
                .with("class", "actions")
                .add(
                        tag("button", "Resubmit").with("type", "submit"),
                        tag("a", "Cancel").with("href", PageLinks.message(name, message.sequenceNumber()))));
        return request.layout()
                .page(
                        "Edit and resubmit message " + message.sequenceNumber(),
                        List.of(
                                tag("p").add("Sends the edited message and removes the dead letter from ")
                                        .add(PageLinks.named(name))
                                        .add(" in one transaction."),
                                form));
    }

    private static HtmlElement headers(MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        HtmlElement fields = tag("fieldset").add(tag("legend", "Headers"));
        text(fields, ResubmitAction.TARGET, "Target queue", null, "source of the dead letter");
        text(fields, ResubmitAction.TYPE, "Type", headers == null ? null : headers.type(), "none");
        if (headers == null || headers.correlationIdBytes() == null) {
            text(
                    fields,
                    ResubmitAction.CORRELATION_ID,
                    "Correlation id",
                    headers == null ? null : headers.correlationId(),
                    "none");
        }
        return fields.add(LabeledField.field(
                "Priority",
                ResubmitAction.PRIORITY,
                tag("input")
                        .with("id", ResubmitAction.PRIORITY)
                        .with("name", ResubmitAction.PRIORITY)
                        .with("type", "number")
                        .with("min", "0")
                        .with("max", "9")
                        .with("value", String.valueOf(message.priority()))));
    }

    private static void text(
            HtmlElement fields, String name, String label, @Nullable String value, String placeholder) {
        if (value != null && !HtmlElement.isRoundTripSafe(value)) {
            return;
        }
        fields.add(LabeledField.field(
                label,
                name,
                tag("input")
                        .with("id", name)
                        .with("name", name)
                        .with("type", "text")
                        .with("placeholder", placeholder)
                        .with("value", value == null ? "" : value)));
    }

    private static HtmlElement properties(MessageDescription message) {
        List<HtmlElement> rows = new ArrayList<>();
        ResubmitAction.editable(message).forEach((name, value) -> {
            rows.add(PageLayout.hidden(ResubmitAction.SHOWN_PROPERTY, name));
            rows.add(PropertyFormFields.row(name, value));
        });
        for (int i = 0; i < MORE_ROWS; i++) {
            rows.add(PropertyFormFields.emptyRow());
        }
        return tag("section")
                .add(
                        tag("h2", "Properties"),
                        tag("p", "Clear a name to remove the property. Properties that are not shown stay unchanged.")
                                .with("class", "note"))
                .addAll(rows);
    }

    private static HtmlElement body(@Nullable MessageBody body) {
        HtmlElement section = tag("section").add(tag("h2", "Body"));
        String text = ResubmitAction.editableText(body);
        return text == null
                ? section.add(tag(
                                "p",
                                "The body stays unchanged. Only texts of up to " + ResubmitAction.MAX_CHARACTERS
                                        + " visible characters can be edited here.")
                        .with("class", "note"))
                : section.add(tag("textarea", ResubmitAction.withUnixLineEnds(text))
                        .with("name", ResubmitAction.TEXT)
                        .with("rows", "16")
                        .with("aria-label", "Body"));
    }
}
