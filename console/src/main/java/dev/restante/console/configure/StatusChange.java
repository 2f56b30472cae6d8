package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;

/** The change of the status of a queue, subscription or topic. */
final class StatusChange implements Action {

    /** The change. */
    enum To {
        /** Receivers wait. */
        PAUSE("entity-pause", "Pause"),
        /** Everything goes on. */
        RESUME("entity-resume", "Resume"),
        /** Receivers wait, and sends are refused. */
        DISABLE("entity-disable", "Disable");

        private final String action;
        private final String button;

        To(String action, String button) {
            this.action = action;
            this.button = button;
        }

        String action() {
            return action;
        }

        String button() {
            return button;
        }
    }

    private final RestanteAdmin admin;
    private final To to;

    StatusChange(RestanteAdmin admin, To to) {
        this.admin = admin;
        this.to = to;
    }

    @Override
    public String name() {
        return to.action();
    }

    @Override
    public Right right() {
        return Right.CONFIGURE;
    }

    @Override
    public String about(Parameters form) {
        Target target = Target.of(admin, form);
        return target.kind() + " " + target.name();
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = Target.of(admin, form);
        EntityStatus status =
                switch (to) {
                    case PAUSE -> target.pause();
                    case RESUME -> target.resume();
                    case DISABLE -> target.disable();
                };
        return Outcome.of(
                to.button(),
                "The status is " + status + " from now on; on other nodes within a third of their lease duration.",
                "status " + status,
                tag("a").with("href", target.page()).add(tag("bdi", target.name())));
    }
}
