package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;

/** Base class of the actions that change the state of one message: break lock, undefer and cancel. */
abstract class MessageAction extends ConsoleAction {

    private static final List<ParameterDefinition> PARAMETERS = List.of(
            ParameterDefinition.entityName("Full name of the queue or subscription"),
            ParameterDefinition.required("sequenceNumber", JsonSchema.string("Sequence number of the message")));

    private final RestanteAdmin admin;

    MessageAction(RestanteAdmin admin, String name, String summary) {
        super(name, ConsoleRight.REPAIR, summary);
        this.admin = admin;
    }

    final MessagesAdmin messages(RequestParameters form) {
        return admin.messages(queue(form));
    }

    static String queue(RequestParameters form) {
        return form.required("name");
    }

    static long number(RequestParameters form) {
        return form.number("sequenceNumber");
    }

    @Override
    public final List<ParameterDefinition> parameters() {
        return PARAMETERS;
    }

    @Override
    public final String logSubject(RequestParameters form) {
        return queue(form) + ", number " + number(form);
    }

    /**
     * Returns the message.
     *
     * @throws RequestRejectedException if the entity does not contain the message
     */
    final MessageDescription message(RequestParameters form) throws JMSException {
        return messages(form)
                .get(number(form))
                .orElseThrow(() -> new RequestRejectedException(
                        404,
                        "CONSOLE-MESSAGE-NOT-FOUND",
                        "Message " + number(form) + " is not in '" + queue(form)
                                + "'. It may have been received, moved or removed."));
    }

    static ActionOutcome outcome(RequestParameters form, String title, String outcomeText) {
        return ActionOutcome.of(
                title,
                "Message " + number(form) + " " + outcomeText + ".",
                outcomeText,
                tag("a", "message " + number(form)).with("href", messageUrl(form)));
    }

    static RequestRejectedException rejected(RequestParameters form, String why) {
        return new RequestRejectedException(409, "CONSOLE-MESSAGE-STATE", "Message " + number(form) + " " + why + ".");
    }

    static LocalUrl messageUrl(RequestParameters form) {
        return PageLinks.message(queue(form), number(form));
    }

    /** Returns a paragraph that names the message and its entity between two texts. */
    static HtmlElement questionText(String before, RequestParameters form, String after) {
        return tag("p").add(before + number(form) + " of ")
                .add(tag("bdi", queue(form)))
                .add(after);
    }
}
