package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.LockBreakResult;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The break of a message's lock. */
final class BreakLock extends OneMessage {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    BreakLock(RestanteAdmin admin) {
        super(admin, "lock-break", "Breaks the lock of a message: it is available again.");
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        String node = found(form).lockedBy();
        return Optional.of(new Question(
                "Break lock",
                List.of(
                        asked("Break the lock of message ", form, node == null ? "?" : ", which " + node + " has?"),
                        tag(
                                        "p",
                                        "It is available again at once, counted as if it had been abandoned. Whoever has it finds it lost.")
                                .with("class", "note")),
                "Break lock",
                back(form)));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        LockBreakResult result = messages(form).breakLock(number(form), PATIENCE);
        return switch (result) {
            case BROKEN -> done(form, "Break lock", "is locked no more");
            case NOT_LOCKED -> throw refused(form, "is not locked (any more), or a prepared transaction has it");
            case TIMED_OUT ->
                throw refused(form, "is still locked: its node did not answer for " + PATIENCE.toSeconds() + " s");
        };
    }
}
