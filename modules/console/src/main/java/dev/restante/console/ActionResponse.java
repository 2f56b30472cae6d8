package dev.restante.console;

import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;

/** Result of an action request: a confirmation question or the outcome. */
sealed interface ActionResponse {

    record ConfirmationRequired(ConfirmationQuestion question, String key) implements ActionResponse {}

    record ActionDone(ActionOutcome outcome) implements ActionResponse {}
}
