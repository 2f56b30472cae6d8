package dev.restante.console;

import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Action;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The description of the API, in OpenAPI 3.1, as its routes tell it. */
final class OpenApi {

    private static final String PROBLEM = "application/problem+json";

    private static final Shape PROBLEM_SHAPE = Shape.object("What was refused or has failed (RFC 9457)")
            .with("title", Shape.text("In a word"))
            .with("status", Shape.number("Of HTTP"))
            .with("code", Shape.text("The error code, to search for and to decide by"))
            .with("detail", Shape.text("What is wrong, and what to do"));

    private static final Shape QUESTION_SHAPE = Shape.object("A question: nothing was done yet")
            .with("title", Shape.text("In a word"))
            .with("status", Shape.number("Of HTTP"))
            .with("code", Shape.text("CONSOLE-CONFIRM"))
            .with("detail", Shape.text("The question"))
            .withOptional("number", Shape.number("How many messages it is about"))
            .with("key", Shape.text("Confirms it: sent with the same parameters, once"));

    private static final Shape OUTCOME_SHAPE = Shape.object("What was done")
            .with("action", Shape.text("Its name"))
            .with("outcome", Shape.text("In words"))
            .with("figures", Shape.map("Numbers and other values of it", Shape.any("A value")));

    private OpenApi() {}

    /** The description, for {@link dev.restante.console.json.Json}. */
    static Object of(Routes routes, String base) {
        Fields paths = new Fields();
        paths.with(
                Api.DESCRIPTION,
                Map.of(
                        "get",
                        new Fields()
                                .with("operationId", "openapi")
                                .with("summary", "This description")
                                .with("responses", Map.of("200", response("The description", "application/json", null)))
                                .done()));
        for (Data data : routes.data()) {
            paths.with(data.path(), Map.of("get", look(data)));
        }
        for (Action action : routes.actions()) {
            paths.with(Api.ACTIONS + action.name(), Map.of("post", act(action)));
        }
        return new Fields()
                .with("openapi", "3.1.0")
                .with(
                        "info",
                        new Fields()
                                .with("title", "Restante console")
                                .with("version", version())
                                .with("description", "Queues and messages of a store, and what can be done to them.")
                                .done())
                .with("servers", List.of(Map.of("url", base + Api.PATH)))
                .with("security", List.of(Map.of("basic", List.of())))
                .with("paths", paths.done())
                .with(
                        "components",
                        Map.of(
                                "securitySchemes",
                                Map.of(
                                        "basic",
                                        new Fields()
                                                .with("type", "http")
                                                .with("scheme", "basic")
                                                .done()),
                                "schemas",
                                Map.of("Problem", PROBLEM_SHAPE.schema())))
                .done();
    }

    private static String version() {
        return Optional.ofNullable(OpenApi.class.getPackage().getImplementationVersion())
                .orElse("0");
    }

    private static Object look(Data data) {
        return new Fields()
                .with("operationId", data.path().substring(1))
                .with("summary", data.about())
                .withPresent(
                        "description",
                        data.right() == null
                                ? null
                                : "Needs the right " + data.right().listed() + ".")
                .with(
                        "parameters",
                        data.parameters().stream().map(OpenApi::query).toList())
                .with(
                        "responses",
                        new Fields()
                                .with("200", response("What was asked for", "application/json", data.shape()))
                                .with("default", problem())
                                .done())
                .done();
    }

    private static Object query(Parameter parameter) {
        return new Fields()
                .with("name", parameter.name())
                .with("in", "query")
                .with("required", parameter.required())
                .with("schema", parameter.shape().schema())
                .done();
    }

    private static Object act(Action action) {
        Shape form = Shape.object("What it is done to");
        for (Parameter parameter : action.parameters()) {
            form = parameter.required()
                    ? form.with(parameter.name(), parameter.shape())
                    : form.withOptional(parameter.name(), parameter.shape());
        }
        form = form.withOptional(Actions.KEY, Shape.text("Of the question that this answers"));
        return new Fields()
                .with("operationId", action.name())
                .with("summary", action.summary())
                .with("description", "Needs the right " + action.right().listed() + ".")
                .with(
                        "requestBody",
                        new Fields()
                                .with("required", true)
                                .with("content", Map.of("application/json", Map.of("schema", form.schema())))
                                .done())
                .with(
                        "responses",
                        new Fields()
                                .with("200", response("It was done", "application/json", OUTCOME_SHAPE))
                                .with("428", response("Nothing was done: it asks first", PROBLEM, QUESTION_SHAPE))
                                .with("default", problem())
                                .done())
                .done();
    }

    private static Object response(String about, String type, @Nullable Shape shape) {
        return new Fields()
                .with("description", about)
                .with("content", Map.of(type, shape == null ? Map.of() : Map.of("schema", shape.schema())))
                .done();
    }

    private static Object problem() {
        return new Fields()
                .with("description", "It was refused, or has failed")
                .with("content", Map.of(PROBLEM, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))))
                .done();
    }
}
