package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** Action that deletes a scheduled message. */
final class CancelScheduledAction extends MessageAction {

    CancelScheduledAction(RestanteAdmin admin) {
        super(admin, "scheduled-message-cancel", "Cancels a scheduled message.");
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        String due = HtmlTables.formatTime(message(form).scheduledFor());
        return Optional.of(new ConfirmationQuestion(
                "Cancel",
                List.of(
                        questionText("Cancel message ", form, due.isEmpty() ? "?" : ", which is due at " + due + "?"),
                        tag(
                                        "p",
                                        "A repeated send creates no further copies. A message that waits for its"
                                                + " redelivery back-off is" + " not cancelled.")
                                .with("class", "note")),
                "Cancel message",
                messageUrl(form)));
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        if (messages(form).cancelScheduled(MessageFilter.all().withSequenceNumber(number(form))) == 0) {
            throw rejected(form, "is not scheduled, or waits for redelivery");
        }
        return outcome(form, "Cancel", "was cancelled");
    }
}
