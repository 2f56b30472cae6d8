package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Links;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;

/** An action that changes the state of one message. */
abstract class OneMessage extends Action {

    private static final List<Parameter> PARAMETERS = List.of(
            Parameter.name("The full name of the queue or subscription"),
            Parameter.required("number", Shape.text("The sequence number of the message")));

    private final RestanteAdmin admin;

    OneMessage(RestanteAdmin admin, String name, String summary) {
        super(name, Right.REPAIR, summary);
        this.admin = admin;
    }

    /** The messages among which it is. */
    final MessagesAdmin messages(Parameters form) {
        return admin.messages(queue(form));
    }

    /** Where it is. */
    static String queue(Parameters form) {
        return form.required("name");
    }

    /** Its sequence number. */
    static long number(Parameters form) {
        return form.number("number");
    }

    @Override
    public final List<Parameter> parameters() {
        return PARAMETERS;
    }

    @Override
    public final String about(Parameters form) {
        return queue(form) + ", number " + number(form);
    }

    /** The message as it stands. */
    final MessageDescription found(Parameters form) throws JMSException {
        return messages(form)
                .get(number(form))
                .orElseThrow(() -> new Refusal(
                        404,
                        "CONSOLE-MESSAGE-GONE",
                        "Message " + number(form) + " is not in '" + queue(form)
                                + "' (any more): it was received, moved or removed."));
    }

    /** The outcome of what was done to it. */
    static Outcome done(Parameters form, String title, String done) {
        return Outcome.of(
                title,
                "Message " + number(form) + " " + done + ".",
                done,
                tag("a", "message " + number(form)).with("href", back(form)));
    }

    /** The refusal of what can't be done to a message in its state. */
    static Refusal refused(Parameters form, String why) {
        return new Refusal(409, "CONSOLE-MESSAGE-STATE", "Message " + number(form) + " " + why + ".");
    }

    /** The page of the message. */
    static Url back(Parameters form) {
        return Links.message(queue(form), number(form));
    }

    /** A sentence about the message. */
    static Element asked(String before, Parameters form, String after) {
        return tag("p").add(before + number(form) + " of ")
                .add(tag("bdi", queue(form)))
                .add(after);
    }
}
