package dev.restante.console;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Json;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The API of the console, for scripts: JSON. Thread-safe. */
final class Api implements Face {

    /** Where it is. */
    static final String PATH = "/api";

    /** Where its description is. */
    static final String DESCRIPTION = "/openapi.json";

    /** Where its actions are. */
    static final String ACTIONS = "/actions/";

    private static final String JSON = "application/json";
    private static final int CONFIRM = 428;

    private final Core core;
    private final Forms forms;
    private final Function<User, Frame> frames;

    /**
     * The API.
     *
     * @param frames of pages, which data do not use
     */
    Api(Core core, Forms forms, Function<User, Frame> frames) {
        this.core = core;
        this.forms = forms;
        this.frames = frames;
    }

    /** True for what is the API's, of paths without the base. */
    static boolean has(String path) {
        return path.startsWith(PATH + "/");
    }

    @Override
    public ConsoleResponse answer(ConsoleRequest request, String path, User user) throws JMSException, IOException {
        String inner = path.substring(PATH.length());
        return switch (request.method()) {
            case "GET", "HEAD" ->
                inner.equals(DESCRIPTION)
                        ? json(200, JSON, OpenApi.of(core.routes(), request.base()))
                        : json(200, JSON, look(request, inner, user));
            case "POST" -> act(request, inner, user);
            default -> throw new Refusal(405, "CONSOLE-METHOD", "There are only GET, HEAD and POST.");
        };
    }

    private Object look(ConsoleRequest request, String path, User user) throws JMSException {
        Data data = core.routes().data(path).orElseThrow(Core::nothingThere);
        Parameters parameters = Parameters.parse(request.query());
        refuseOthers(parameters, data.parameters(), Set.of());
        Visit visit = new Visit(user, frames.apply(user), parameters, false);
        return core.look(user, data.cost(), data.right(), () -> data.source().read(visit));
    }

    private ConsoleResponse act(ConsoleRequest request, String path, User user) throws JMSException, IOException {
        if (!path.startsWith(ACTIONS)) {
            throw Core.nothingThere();
        }
        Action action = core.action(path.substring(ACTIONS.length()), user);
        Parameters form = forms.fromScript(request);
        refuseOthers(form, action.parameters(), Set.of(Actions.KEY));
        action.checkScript(form);
        Answer answer = core.answer(action, user, request.sender().address(), form);
        if (answer instanceof Answer.Asked asked) {
            Fields question =
                    problem(CONFIRM, "CONSOLE-CONFIRM", text(asked.question().text()));
            asked.question().number().ifPresent(number -> question.with("number", number));
            return json(
                    CONFIRM,
                    "application/problem+json",
                    question.with("key", asked.key()).done());
        }
        Answer.Done done = (Answer.Done) answer;
        return json(
                200,
                JSON,
                new Fields()
                        .with("action", action.name())
                        .with("outcome", text(done.outcome().text()))
                        .with("figures", done.outcome().figures())
                        .done());
    }

    private static String text(List<Element> paragraphs) {
        return paragraphs.stream().map(Element::text).collect(Collectors.joining(" "));
    }

    /** Nothing is silently ignored. */
    private static void refuseOthers(Parameters given, List<Parameter> known, Set<String> more) {
        Set<String> others = new HashSet<>(given.all().keySet());
        known.forEach(parameter -> others.remove(parameter.name()));
        others.removeAll(more);
        if (!others.isEmpty()) {
            throw Refusal.badRequest(
                    "There is no parameter '" + others.iterator().next() + "' here.");
        }
        for (Parameter parameter : known) {
            List<String> values = given.all().get(parameter.name());
            if (values != null && values.size() != 1 && !parameter.shape().isList()) {
                throw Refusal.badRequest(
                        "There is one value of '" + parameter.name() + "', not " + values.size() + ".");
            }
        }
    }

    @Override
    public ConsoleResponse failure(ConsoleRequest request, User user, int status, String code, String text) {
        return failure(status, code, text);
    }

    /** Tells what was refused or has failed. */
    static ConsoleResponse failure(int status, String code, String text) {
        return json(
                status, "application/problem+json", problem(status, code, text).done());
    }

    private static Fields problem(int status, String code, String text) {
        return new Fields()
                .with("title", status == CONFIRM ? "Confirm" : status < 500 ? "Refused" : "Failed")
                .with("status", status)
                .with("code", code)
                .with("detail", text);
    }

    private static ConsoleResponse json(int status, String type, Object value) {
        return Responses.of(status, type, Json.ascii(value).getBytes(StandardCharsets.US_ASCII), Map.of());
    }
}
