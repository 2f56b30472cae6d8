package dev.restante.console.messagestate;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import jakarta.jms.JMSException;
import java.util.List;

/** Action that makes a deferred message available again. */
final class UndeferAction extends MessageAction {

    UndeferAction(RestanteAdmin admin) {
        super(admin, "undefer", "Makes a deferred message available again.");
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        if (messages(form).undefer(List.of(number(form))) == 0) {
            throw rejected(form, "is not deferred");
        }
        return outcome(form, "Undefer", "is available again");
    }
}
