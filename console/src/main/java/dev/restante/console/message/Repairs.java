package dev.restante.console.message;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.route.Visit;
import java.util.Optional;

/** The actions that a message's page offers for the state that it is in. */
final class Repairs {

    private Repairs() {}

    /** The form of the one action that fits; empty for none, and for whoever may not repair. */
    static Optional<Element> of(Visit visit, String name, MessageDescription message) {
        if (!visit.may(Right.REPAIR)) {
            return Optional.empty();
        }
        return switch (message.state()) {
            case LOCKED -> Optional.of(form(visit, name, message, "lock-break", "Break lock\u2026"));
            case DEFERRED -> Optional.of(form(visit, name, message, "undefer", "Make available"));
            case SCHEDULED -> Optional.of(form(visit, name, message, "schedule-cancel", "Cancel message\u2026"));
            case AVAILABLE, EXPIRED -> Optional.empty();
        };
    }

    /** The form of an action on a message, with its button. */
    static Element form(Visit visit, String name, MessageDescription message, String action, String button) {
        return visit.frame()
                .form(action)
                .add(
                        Frame.hidden("name", name),
                        Frame.hidden("number", String.valueOf(message.sequenceNumber())),
                        tag("div")
                                .with("class", "actions")
                                .add(tag("button", button).with("type", "submit")));
    }
}
