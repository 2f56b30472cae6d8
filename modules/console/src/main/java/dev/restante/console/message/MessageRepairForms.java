package dev.restante.console.message;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.route.UserRequest;
import java.util.Optional;

/** HTML forms of the actions that the state of a message allows, such as break lock, undefer, resubmit or delete. */
final class MessageRepairForms {

    private MessageRepairForms() {}

    /**
     * Returns the form of the action that fits the state, or empty if there is none or the user may not repair
     * messages.
     */
    static Optional<HtmlElement> of(UserRequest request, String name, MessageDescription message) {
        if (!request.may(ConsoleRight.REPAIR)) {
            return Optional.empty();
        }
        return switch (message.state()) {
            case LOCKED -> Optional.of(form(request, name, message, "lock-break", "Break lock\u2026"));
            case DEFERRED -> Optional.of(form(request, name, message, "undefer", "Make available"));
            case SCHEDULED ->
                Optional.of(form(request, name, message, "scheduled-message-cancel", "Cancel message\u2026"));
            case AVAILABLE, EXPIRED -> Optional.empty();
        };
    }

    static HtmlElement form(
            UserRequest request, String name, MessageDescription message, String action, String button) {
        return request.layout()
                .form(action)
                .add(
                        PageLayout.hidden("name", name),
                        PageLayout.hidden("sequenceNumber", String.valueOf(message.sequenceNumber())),
                        tag("div")
                                .with("class", "actions")
                                .add(tag("button", button).with("type", "submit")));
    }
}
