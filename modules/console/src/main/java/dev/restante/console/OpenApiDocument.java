package dev.restante.console;

import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** OpenAPI 3.1 description of the API, generated from its routes. */
final class OpenApiDocument {

    private static final String PROBLEM = "application/problem+json";

    private static final JsonSchema PROBLEM_SCHEMA = JsonSchema.object("Rejected or failed request (RFC 9457)")
            .with("title", JsonSchema.string("Short title"))
            .with("status", JsonSchema.number("HTTP status"))
            .with("code", JsonSchema.string("Error code"))
            .with("detail", JsonSchema.string("Explanation of the problem and its remedy"));

    private static final JsonSchema QUESTION_SCHEMA = JsonSchema.object(
                    "Request for confirmation; no change was made yet")
            .with("title", JsonSchema.string("Short title"))
            .with("status", JsonSchema.number("HTTP status"))
            .with("code", JsonSchema.string("CONSOLE-CONFIRMATION-REQUIRED"))
            .with("detail", JsonSchema.string("Question to the user"))
            .withOptional("messages", JsonSchema.number("Number of messages that the action concerns"))
            .with(
                    ActionRunner.CONFIRMATION_KEY,
                    JsonSchema.string("Key that confirms the action once, if sent with the same parameters"));

    private static final JsonSchema OUTCOME_SCHEMA = JsonSchema.object("Result of an action")
            .with("action", JsonSchema.string("Name of the action"))
            .with("outcome", JsonSchema.string("Description of the result"))
            .with("values", JsonSchema.map("Values of the result", JsonSchema.any("A value")));

    private OpenApiDocument() {}

    /** Returns the document as a value for {@link dev.restante.console.json.Json}. */
    static Object of(Routes routes, String base) {
        JsonObject paths = new JsonObject();
        paths.with(
                ApiHandler.DESCRIPTION,
                Map.of(
                        "get",
                        new JsonObject()
                                .with("operationId", "openapi")
                                .with("summary", "This description")
                                .with("responses", Map.of("200", response("The description", "application/json", null)))
                                .asMap()));
        for (ApiResource resource : routes.resources()) {
            paths.with(resource.path(), Map.of("get", readOperation(resource)));
        }
        for (ConsoleAction action : routes.actions()) {
            paths.with(ApiHandler.ACTIONS + action.name(), Map.of("post", actionOperation(action)));
        }
        return new JsonObject()
                .with("openapi", "3.1.0")
                .with(
                        "info",
                        new JsonObject()
                                .with("title", "Restante console")
                                .with("version", version())
                                .with("description", "Reads and administers the queues and messages of a store.")
                                .asMap())
                .with("servers", List.of(Map.of("url", base + ApiHandler.PATH)))
                .with("security", List.of(Map.of("basic", List.of())))
                .with("paths", paths.asMap())
                .with(
                        "components",
                        Map.of(
                                "securitySchemes",
                                Map.of(
                                        "basic",
                                        new JsonObject()
                                                .with("type", "http")
                                                .with("scheme", "basic")
                                                .asMap()),
                                "schemas",
                                Map.of("Problem", PROBLEM_SCHEMA.schema())))
                .asMap();
    }

    private static String version() {
        return Optional.ofNullable(OpenApiDocument.class.getPackage().getImplementationVersion())
                .orElse("0");
    }

    private static Object readOperation(ApiResource resource) {
        return new JsonObject()
                .with("operationId", resource.path().substring(1))
                .with("summary", resource.description())
                .withNonNull(
                        "description",
                        resource.right() == null
                                ? null
                                : "Requires the right " + resource.right().configName() + ".")
                .with(
                        "parameters",
                        resource.parameters().stream()
                                .map(OpenApiDocument::query)
                                .toList())
                .with(
                        "responses",
                        new JsonObject()
                                .with("200", response("Requested data", "application/json", resource.schema()))
                                .with("default", problem())
                                .asMap())
                .asMap();
    }

    private static Object query(ParameterDefinition parameter) {
        return new JsonObject()
                .with("name", parameter.name())
                .with("in", "query")
                .with("required", parameter.required())
                .with("schema", parameter.schema().schema())
                .asMap();
    }

    private static Object actionOperation(ConsoleAction action) {
        JsonSchema form = JsonSchema.object("Parameters of the action");
        for (ParameterDefinition parameter : action.parameters()) {
            form = parameter.required()
                    ? form.with(parameter.name(), parameter.schema())
                    : form.withOptional(parameter.name(), parameter.schema());
        }
        form = form.withOptional(
                ActionRunner.CONFIRMATION_KEY,
                JsonSchema.string("Key of the request for confirmation that this request confirms"));
        return new JsonObject()
                .with("operationId", action.name())
                .with("summary", action.summary())
                .with("description", "Requires the right " + action.right().configName() + ".")
                .with(
                        "requestBody",
                        new JsonObject()
                                .with("required", true)
                                .with("content", Map.of("application/json", Map.of("schema", form.schema())))
                                .asMap())
                .with(
                        "responses",
                        new JsonObject()
                                .with("200", response("The action was executed", "application/json", OUTCOME_SCHEMA))
                                .with(
                                        "428",
                                        response(
                                                "No change was made; the action requires confirmation",
                                                PROBLEM,
                                                QUESTION_SCHEMA))
                                .with("default", problem())
                                .asMap())
                .asMap();
    }

    private static Object response(String about, String type, @Nullable JsonSchema schema) {
        return new JsonObject()
                .with("description", about)
                .with("content", Map.of(type, schema == null ? Map.of() : Map.of("schema", schema.schema())))
                .asMap();
    }

    private static Object problem() {
        return new JsonObject()
                .with("description", "The request was rejected or failed")
                .with("content", Map.of(PROBLEM, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))))
                .asMap();
    }
}
