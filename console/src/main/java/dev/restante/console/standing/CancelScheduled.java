package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** The removal of a scheduled message that nobody has received yet. */
final class CancelScheduled extends OneMessage {

    CancelScheduled(RestanteAdmin admin) {
        super(admin, "schedule-cancel", "Removes a scheduled message for good.");
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        String due = Tables.time(found(form).scheduledFor());
        return Optional.of(new Question(
                "Cancel",
                List.of(
                        asked("Remove for good message ", form, due.isEmpty() ? "?" : ", which is due at " + due + "?"),
                        tag("p", "Of what is sent repeatedly no further copy comes. What waits in its back-off stays.")
                                .with("class", "note")),
                "Cancel message",
                back(form)));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        if (messages(form).cancelScheduled(MessageFilter.all().withSequenceNumber(number(form))) == 0) {
            throw refused(form, "is not scheduled (any more), or was received before");
        }
        return done(form, "Cancel", "was cancelled");
    }
}
