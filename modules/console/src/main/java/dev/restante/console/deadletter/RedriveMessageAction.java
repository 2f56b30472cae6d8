package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;

/** Action that moves one dead letter back to its source without confirmation. */
final class RedriveMessageAction extends ConsoleAction {

    private static final String NAME = "message-redrive";
    private static final String NUMBER = "sequenceNumber";

    private final DeadLetterOperations deadLetters;

    RedriveMessageAction(DeadLetterOperations deadLetters) {
        super(NAME, ConsoleRight.REPAIR, "Moves one dead letter back to its source.");
        this.deadLetters = deadLetters;
    }

    /** Returns the form of the redrive buttons, which refer to it by its id because they are inside another form. */
    static HtmlElement form(PageLayout layout, String queue) {
        return layout.form(NAME).with("id", NAME).add(PageLayout.hidden("name", queue));
    }

    static HtmlElement button(long number) {
        return tag("button", "Redrive")
                .with("type", "submit")
                .with("form", NAME)
                .with("name", NUMBER)
                .with("value", String.valueOf(number))
                .with("aria-label", "Redrive message " + number);
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return List.of(
                ParameterDefinition.entityName("Full name of the dead-letter queue"),
                ParameterDefinition.required(NUMBER, JsonSchema.string("Sequence number of the dead letter")));
    }

    @Override
    public String logSubject(RequestParameters form) {
        return DeadLetterSelection.deadLetterQueue(form) + ", number " + form.number(NUMBER);
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        String queue = DeadLetterSelection.deadLetterQueue(form);
        long number = form.number(NUMBER);
        BulkResult result =
                deadLetters.redrive(new DeadLetterSelection(queue, List.of(number), null), RedriveSettings.toSource());
        if (result.processed() == 0) {
            throw new RequestRejectedException(
                    409,
                    "CONSOLE-MESSAGE-STATE",
                    "Message " + number
                            + (result.skipped() > 0
                                    ? " stays, because its source is missing or unknown, or the message cannot be read."
                                    : " was not moved, because a consumer received it or it no longer exists."));
        }
        return ActionOutcome.of("Redrive", "Message " + number + " was redriven.", "redriven", PageLinks.named(queue));
    }
}
