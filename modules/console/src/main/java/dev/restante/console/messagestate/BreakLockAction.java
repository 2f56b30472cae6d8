package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.LockBreakResult;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Action that breaks the lock of a message. */
final class BreakLockAction extends MessageAction {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    BreakLockAction(RestanteAdmin admin) {
        super(admin, "lock-break", "Breaks the lock of a message, so that the message becomes available again.");
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        String node = message(form).lockedBy();
        return Optional.of(new ConfirmationQuestion(
                "Break lock",
                List.of(
                        questionText(
                                "Break the lock of message ",
                                form,
                                node == null ? "?" : ", which node " + node + " holds?"),
                        tag(
                                        "p",
                                        "The message becomes available again immediately with a higher delivery"
                                                + " count. The consumer that" + " locked it loses the lock.")
                                .with("class", "note")),
                "Break lock",
                messageUrl(form)));
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        LockBreakResult result = messages(form).breakLock(number(form), TIMEOUT);
        return switch (result) {
            case BROKEN -> outcome(form, "Break lock", "is no longer locked");
            case NOT_LOCKED -> throw rejected(form, "is not locked, or belongs to a prepared transaction");
            case TIMED_OUT ->
                throw rejected(
                        form, "is still locked, because its node did not answer within " + TIMEOUT.toSeconds() + " s");
        };
    }
}
