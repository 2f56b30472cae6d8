package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.Json;
import dev.restante.console.json.JsonObject;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Handler of API requests, which answers JSON. Thread-safe. */
final class ApiHandler implements RequestHandler {

    /** Path of the API below the base path of the console. */
    static final String PATH = "/api";

    /** Path of the OpenAPI document below {@link #PATH}. */
    static final String DESCRIPTION = "/openapi.json";

    /** Path of the actions below {@link #PATH}. */
    static final String ACTIONS = "/actions/";

    private static final String JSON = "application/json";
    private static final int CONFIRMATION_STATUS = 428;

    private final RequestAdmission admission;
    private final FormReader formReader;
    private final Function<ConsoleUser, PageLayout> layouts;

    /**
     * Creates a handler.
     *
     * @param layouts the page layout of a user, which completes a {@link UserRequest} but does not appear in JSON
     */
    ApiHandler(RequestAdmission admission, FormReader formReader, Function<ConsoleUser, PageLayout> layouts) {
        this.admission = admission;
        this.formReader = formReader;
        this.layouts = layouts;
    }

    /** Returns whether a path below the base path belongs to the API. */
    static boolean isApiPath(String path) {
        return path.startsWith(PATH + "/");
    }

    @Override
    public ConsoleResponse handle(ConsoleRequest request, String path, ConsoleUser user)
            throws JMSException, IOException {
        String inner = path.substring(PATH.length());
        return switch (request.method()) {
            case "GET", "HEAD" ->
                inner.equals(DESCRIPTION)
                        ? json(200, JSON, OpenApiDocument.of(admission.routes(), request.basePath()))
                        : json(200, JSON, read(request, inner, user));
            case "POST" -> runAction(request, inner, user);
            default ->
                throw new RequestRejectedException(
                        405, "CONSOLE-METHOD-NOT-ALLOWED", "Only GET, HEAD and POST are allowed.");
        };
    }

    private Object read(ConsoleRequest request, String path, ConsoleUser user) throws JMSException {
        ApiResource resource = admission.routes().resources(path).orElseThrow(RequestAdmission::notFound);
        RequestParameters parameters = RequestParameters.parse(request.query());
        rejectUnknownParameters(parameters, resource.parameters(), Set.of());
        UserRequest userRequest = new UserRequest(user, layouts.apply(user), parameters, false);
        return admission.read(
                user, resource.cost(), resource.right(), () -> resource.reader().read(userRequest));
    }

    private ConsoleResponse runAction(ConsoleRequest request, String path, ConsoleUser user)
            throws JMSException, IOException {
        if (!path.startsWith(ACTIONS)) {
            throw RequestAdmission.notFound();
        }
        ConsoleAction action = admission.action(path.substring(ACTIONS.length()), user);
        RequestParameters form = formReader.readJson(request);
        rejectUnknownParameters(form, action.parameters(), Set.of(ActionRunner.CONFIRMATION_KEY));
        action.validateScript(form);
        ActionResponse response =
                admission.runAction(action, user, request.client().address(), form);
        if (response instanceof ActionResponse.ConfirmationRequired confirmation) {
            JsonObject question = problem(
                    CONFIRMATION_STATUS,
                    "CONSOLE-CONFIRMATION-REQUIRED",
                    text(confirmation.question().text()));
            confirmation.question().number().ifPresent(number -> question.with("messages", number));
            return json(
                    CONFIRMATION_STATUS,
                    "application/problem+json",
                    question.with(ActionRunner.CONFIRMATION_KEY, confirmation.key())
                            .asMap());
        }
        ActionResponse.ActionDone done = (ActionResponse.ActionDone) response;
        return json(
                200,
                JSON,
                new JsonObject()
                        .with("action", action.name())
                        .with("outcome", text(done.outcome().text()))
                        .with("values", done.outcome().values())
                        .asMap());
    }

    private static String text(List<HtmlElement> paragraphs) {
        return paragraphs.stream().map(HtmlElement::text).collect(Collectors.joining(" "));
    }

    /** Rejects unknown parameters and repeated single-value parameters, so that no parameter is silently ignored. */
    private static void rejectUnknownParameters(
            RequestParameters given, List<ParameterDefinition> known, Set<String> more) {
        Set<String> others = new HashSet<>(given.all().keySet());
        known.forEach(parameter -> others.remove(parameter.name()));
        others.removeAll(more);
        if (!others.isEmpty()) {
            throw RequestRejectedException.badRequest(
                    "The parameter '" + others.iterator().next() + "' is unknown.");
        }
        for (ParameterDefinition parameter : known) {
            List<String> values = given.all().get(parameter.name());
            if (values != null && values.size() != 1 && !parameter.schema().isList()) {
                throw RequestRejectedException.badRequest(
                        "The parameter '" + parameter.name() + "' must have one value, not " + values.size() + ".");
            }
        }
    }

    @Override
    public ConsoleResponse failure(ConsoleRequest request, ConsoleUser user, int status, String code, String text) {
        return failure(status, code, text);
    }

    /** Returns a problem document (RFC 9457) for a rejected or failed request. */
    static ConsoleResponse failure(int status, String code, String text) {
        return json(
                status, "application/problem+json", problem(status, code, text).asMap());
    }

    private static JsonObject problem(int status, String code, String text) {
        return new JsonObject()
                .with("title", status == CONFIRMATION_STATUS ? "Confirm" : status < 500 ? "Refused" : "Failed")
                .with("status", status)
                .with("code", code)
                .with("detail", text);
    }

    private static ConsoleResponse json(int status, String type, Object value) {
        return ResponseFactory.of(status, type, Json.ascii(value).getBytes(StandardCharsets.US_ASCII), Map.of());
    }
}
