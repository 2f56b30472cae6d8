package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.util.Map;

/** Action that pauses, resumes or disables an entity. */
final class StatusChangeAction extends EntityAction {

    enum Transition {
        /** Stops deliveries. */
        PAUSE("entity-pause", "Pause", "Stops deliveries, but still accepts sends."),
        /** Allows deliveries and sends. */
        RESUME("entity-resume", "Resume", "Resumes deliveries and sends."),
        /** Stops deliveries and rejects sends. */
        DISABLE("entity-disable", "Disable", "Stops deliveries and rejects sends.");

        private final String action;
        private final String button;
        private final String summary;

        Transition(String action, String button, String summary) {
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

    private final Transition transition;

    StatusChangeAction(RestanteAdmin admin, Transition transition) {
        super(admin, transition.action(), ConsoleRight.CONFIGURE, transition.summary);
        this.transition = transition;
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        ConfigurableEntity entity = target(form);
        EntityStatus status =
                switch (transition) {
                    case PAUSE -> entity.pause();
                    case RESUME -> entity.resume();
                    case DISABLE -> entity.disable();
                };
        return ActionOutcome.of(
                        transition.button(),
                        "The status is " + status
                                + ". It takes effect on other nodes within a third of their lease duration.",
                        "status " + status,
                        tag("a").with("href", entity.optionsUrl()).add(tag("bdi", entity.name())))
                .with(Map.of("status", status));
    }
}
