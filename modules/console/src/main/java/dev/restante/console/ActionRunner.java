package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.login.ConfirmationKeys;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Runner of console actions (requested changes of the store), which asks for confirmation first and logs the begin and
 * the end of each action. Thread-safe.
 *
 * <p>A one-time key confirms a question, so that a form that is sent twice runs its action once.
 */
final class ActionRunner {

    /** Name of the request parameter that carries the confirmation key. */
    static final String CONFIRMATION_KEY = "confirmationKey";

    /** Request parameters that do not belong to the action itself. */
    static final Set<String> INTERNAL_PARAMETERS = Set.of(FormReader.TOKEN, CONFIRMATION_KEY);

    private final ConfirmationKeys confirmationKeys = new ConfirmationKeys();
    private final Consumer<String> log;
    private final Runnable onChange;

    /**
     * Creates a runner.
     *
     * @param log the consumer of log lines, one line before and one line after each action
     * @param onChange the task to run after each action, also a failed action, which may have changed the store
     */
    ActionRunner(Consumer<String> log, Runnable onChange) {
        this.log = log;
        this.onChange = onChange;
    }

    /**
     * Returns the confirmation question of an action, or runs the action if it has no question or the form confirms it.
     */
    ActionResponse handle(ConsoleAction action, ConsoleUser user, String remote, RequestParameters form)
            throws JMSException {
        if (form.has(CONFIRMATION_KEY)) {
            String about = action.logSubject(form);
            confirmationKeys.consume(form.required(CONFIRMATION_KEY), confirmationScope(action, user, form));
            return run(action, user, user.name() + " from " + remote + ": " + action.name() + " of " + about, form);
        }
        Optional<ConfirmationQuestion> question = action.question(form);
        if (question.isPresent()) {
            return new ActionResponse.ConfirmationRequired(
                    question.get(), confirmationKeys.issue(confirmationScope(action, user, form)));
        }
        return run(
                action,
                user,
                user.name() + " from " + remote + ": " + action.name() + " of " + action.logSubject(form),
                form);
    }

    /**
     * Returns the values that a confirmation key is bound to: the action, the user and the parameters.
     *
     * <p>The user can still set the open parameters of the action when confirming, so they are not included.
     */
    private static String confirmationScope(ConsoleAction action, ConsoleUser user, RequestParameters form) {
        Map<String, List<String>> parameters = new TreeMap<>(form.all());
        parameters.keySet().removeAll(INTERNAL_PARAMETERS);
        parameters.keySet().removeAll(action.openParameters());
        return action.name() + " " + user.name() + " " + parameters;
    }

    private ActionResponse run(ConsoleAction action, ConsoleUser user, String what, RequestParameters form)
            throws JMSException {
        log.accept(what + ": begins");
        ActionOutcome outcome;
        try {
            outcome = action.run(form, user);
        } catch (JMSException e) {
            log.accept(what + ": failed, possibly after some changes, with " + e.getErrorCode());
            throw e;
        } catch (RuntimeException | Error e) {
            log.accept(what + ": failed, possibly after some changes, with " + e);
            throw e;
        } finally {
            onChange.run();
        }
        log.accept(what + ": " + outcome.logText());
        return new ActionResponse.ActionDone(outcome);
    }
}
