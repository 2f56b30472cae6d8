package dev.restante.console;

import dev.restante.console.guard.User;
import dev.restante.console.login.OneTime;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The run of actions: the question before, each answer once, and a line in the log before and after. Thread-safe. */
final class Actions {

    /** The parameter that confirms a question. */
    static final String KEY = "key";

    /** Parameters that are not what an action is asked for with. */
    static final Set<String> OURS = Set.of(Forms.TOKEN, KEY);

    private final OneTime oneTime = new OneTime();
    private final Consumer<String> log;
    private final Runnable changed;

    /**
     * None has run yet.
     *
     * @param changed told after each that has run, also in part
     */
    Actions(Consumer<String> log, Runnable changed) {
        this.log = log;
        this.changed = changed;
    }

    /** Asks, or does what was asked before. */
    Answer answer(Action action, User user, String remote, Parameters form) throws JMSException {
        if (form.has(KEY)) {
            String about = action.about(form);
            oneTime.use(form.required(KEY), asked(action, user, form));
            return run(action, user, user.name() + " from " + remote + ": " + action.name() + " of " + about, form);
        }
        Optional<Question> question = action.question(form);
        if (question.isPresent()) {
            return new Answer.Asked(question.get(), oneTime.issue(asked(action, user, form)));
        }
        return run(
                action,
                user,
                user.name() + " from " + remote + ": " + action.name() + " of " + action.about(form),
                form);
    }

    /** All that a question is about: an answer with anything else is to another one. What it leaves open is not. */
    private static String asked(Action action, User user, Parameters form) {
        Map<String, List<String>> parameters = new TreeMap<>(form.all());
        parameters.keySet().removeAll(OURS);
        parameters.keySet().removeAll(action.leftOpen());
        return action.name() + " " + user.name() + " " + parameters;
    }

    private Answer run(Action action, User user, String what, Parameters form) throws JMSException {
        log.accept(what + ": begins");
        Outcome outcome;
        try {
            outcome = action.run(form, user);
        } catch (JMSException e) {
            log.accept(what + ": failed, perhaps in part, with " + e.getErrorCode());
            throw e;
        } catch (RuntimeException e) {
            log.accept(what + ": failed, perhaps in part, with " + e);
            throw e;
        } finally {
            changed.run();
        }
        log.accept(what + ": " + outcome.told());
        return new Answer.Done(outcome);
    }
}
