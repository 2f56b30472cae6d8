package dev.restante.console.standing;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import jakarta.jms.JMSException;
import java.util.List;

/** The return of a deferred message to its old place. */
final class Undefer extends OneMessage {

    Undefer(RestanteAdmin admin) {
        super(admin, "undefer", "Makes a deferred message available again.");
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        if (messages(form).undefer(List.of(number(form))) == 0) {
            throw refused(form, "is not deferred (any more)");
        }
        return done(form, "Undefer", "is available again");
    }
}
