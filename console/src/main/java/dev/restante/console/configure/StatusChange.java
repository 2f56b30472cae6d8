package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.util.Map;

/** The change of the status of a queue, subscription or topic. */
final class StatusChange extends TargetAction {

    /** The change. */
    enum To {
        /** Receivers wait. */
        PAUSE("entity-pause", "Pause", "Lets receivers wait; sends go on."),
        /** Everything goes on. */
        RESUME("entity-resume", "Resume", "Lets everything go on that was paused or disabled."),
        /** Receivers wait, and sends are refused. */
        DISABLE("entity-disable", "Disable", "Lets receivers wait, and refuses sends.");

        private final String action;
        private final String button;
        private final String summary;

        To(String action, String button, String summary) {
            this.action = action;
            this.button = button;
            this.summary = summary;
        }

        String action() {
            return action;
        }

        String button() {
            return button;
        }
    }

    private final To to;

    StatusChange(RestanteAdmin admin, To to) {
        super(admin, to.action(), Right.CONFIGURE, to.summary);
        this.to = to;
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = target(form);
        EntityStatus status =
                switch (to) {
                    case PAUSE -> target.pause();
                    case RESUME -> target.resume();
                    case DISABLE -> target.disable();
                };
        return Outcome.of(
                        to.button(),
                        "The status is " + status
                                + " from now on; on other nodes within a third of their lease duration.",
                        "status " + status,
                        tag("a").with("href", target.page()).add(tag("bdi", target.name())))
                .with(Map.of("status", status));
    }
}
