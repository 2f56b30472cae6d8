package dev.restante.console;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import dev.restante.console.route.Routes.Route;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pages of the console, for browsers. Thread-safe. */
final class Pages implements Face {

    /** The header of a page that refreshes itself. */
    static final String REFRESH = "restante-refresh";

    private static final String ACTIONS = "/actions/";

    private final Core core;
    private final Forms forms;
    private final Assets assets = new Assets();

    Pages(Core core, Forms forms) {
        this.core = core;
        this.forms = forms;
    }

    @Override
    public ConsoleResponse answer(ConsoleRequest request, String path, User user) throws JMSException, IOException {
        return switch (request.method()) {
            case "GET", "HEAD" -> {
                Optional<ConsoleResponse> asset = assets.at(path);
                yield asset.isPresent() ? asset.get() : Responses.html(look(request, path, user), request.base());
            }
            case "POST" -> Responses.html(act(request, path, user), request.base());
            default -> throw new Refusal(405, "CONSOLE-METHOD", "There are only GET, HEAD and POST.");
        };
    }

    @Override
    public ConsoleResponse failure(ConsoleRequest request, User user, int status, String code, String text) {
        return Responses.html(frame(user).failure(status, code, text), request.base());
    }

    /** The frame of what is no page of the navigation, as a user sees it. */
    Frame frame(User user) {
        return frame(user, "");
    }

    private Frame frame(User user, String path) {
        return new Frame(
                user.name() + (user.mayChange() ? "" : ", read-only"),
                forms.token(user),
                core.routes().navigation(path));
    }

    private Page look(ConsoleRequest request, String path, User user) throws JMSException {
        Route route = core.routes().page(path).orElseThrow(Core::nothingThere);
        Visit visit = new Visit(
                user,
                frame(user, path),
                Parameters.parse(request.query()),
                request.header(REFRESH).isPresent());
        return core.look(user, route.cost(), route.right(), () -> route.maker().make(visit));
    }

    private Page act(ConsoleRequest request, String path, User user) throws JMSException, IOException {
        if (!path.startsWith(ACTIONS)) {
            throw Core.nothingThere();
        }
        Action action = core.action(path.substring(ACTIONS.length()), user);
        Parameters form = forms.fromPage(request, user);
        Frame frame = frame(user);
        Answer answer;
        try {
            answer = core.answer(action, user, request.sender().address(), form);
        } catch (Refusal e) {
            return refused(action, e.status(), e.code(), e, frame, form);
        } catch (JMSException e) {
            String code = e.getErrorCode();
            if (code == null || Statuses.of(code) >= 500) {
                throw e;
            }
            return refused(action, Statuses.of(code), code, e, frame, form);
        }
        return answer instanceof Answer.Asked asked
                ? question(action, asked.question(), asked.key(), frame, form)
                : outcome(((Answer.Done) answer).outcome(), frame);
    }

    /** A refusal, which comes back with its form. */
    private static Page refused(Action action, int status, String code, Exception why, Frame frame, Parameters form) {
        return frame.failure(status, code, String.valueOf(why.getMessage()), action.again(frame, form));
    }

    private static Page question(Action action, Question question, String key, Frame frame, Parameters form) {
        Element answer = frame.form(action.name()).add(Frame.hidden(Actions.KEY, key));
        form.all().forEach((name, values) -> {
            if (!Actions.OURS.contains(name)) {
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

    private static Page outcome(Outcome outcome, Frame frame) {
        List<Element> content = new ArrayList<>(outcome.text());
        content.add(tag("p").add("Back to ").add(outcome.back()));
        return frame.page(outcome.title(), content);
    }
}
