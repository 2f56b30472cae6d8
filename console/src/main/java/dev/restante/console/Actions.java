package dev.restante.console;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.guard.OneTime;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The run of actions: the question before, each answer once, and a line in the log before and after. Thread-safe. */
final class Actions {

    private static final String KEY = "key";
    private static final Set<String> NOT_REPEATED = Set.of("token", KEY);

    private final OneTime oneTime = new OneTime();
    private final Consumer<String> log;

    Actions(Consumer<String> log) {
        this.log = log;
    }

    /** Asks, or does what was asked before; what is refused comes back with its form. */
    Page answer(Action action, User user, String remote, Frame frame, Parameters form) throws JMSException {
        try {
            return asked(action, user, remote, frame, form);
        } catch (Refusal e) {
            return refused(action, e.status(), e.code(), e, frame, form);
        } catch (JMSException e) {
            String code = e.getErrorCode();
            int status = code == null ? 500 : Statuses.of(code);
            if (code == null || status >= 500) {
                throw e;
            }
            return refused(action, status, code, e, frame, form);
        }
    }

    private static Page refused(Action action, int status, String code, Exception why, Frame frame, Parameters form) {
        return frame.failure(status, code, String.valueOf(why.getMessage()), action.again(frame, form));
    }

    private Page asked(Action action, User user, String remote, Frame frame, Parameters form) throws JMSException {
        if (form.has(KEY)) {
            String about = action.about(form);
            oneTime.use(form.required(KEY));
            return run(
                    action, user, user.name() + " from " + remote + ": " + action.name() + " of " + about, frame, form);
        }
        Optional<Question> question = action.question(form);
        if (question.isPresent()) {
            return ask(action, question.get(), frame, form);
        }
        return run(
                action,
                user,
                user.name() + " from " + remote + ": " + action.name() + " of " + action.about(form),
                frame,
                form);
    }

    private Page ask(Action action, Question question, Frame frame, Parameters form) {
        Element answer = frame.form(action.name()).add(Frame.hidden(KEY, oneTime.issue()));
        form.all().forEach((name, values) -> {
            if (!NOT_REPEATED.contains(name)) {
                values.forEach(value -> answer.add(Frame.hidden(name, value)));
            }
        });
        answer.addAll(question.fields());
        answer.add(tag("div")
                .with("class", "actions")
                .add(
                        tag("button", question.answer()).with("type", "submit"),
                        tag("a", "Cancel").with("href", question.back())));
        List<Element> content = new ArrayList<>(question.text());
        content.add(answer);
        return frame.page(question.title(), content);
    }

    private Page run(Action action, User user, String what, Frame frame, Parameters form) throws JMSException {
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
        }
        log.accept(what + ": " + outcome.told());
        List<Element> content = new ArrayList<>(outcome.text());
        content.add(tag("p").add("Back to ").add(outcome.back()));
        return frame.page(outcome.title(), content);
    }
}
