package dev.restante.console.route;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.Routes.RequestCost;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Definition of one read-only JSON resource at {@code /api}: its path, parameters, required right and schema, and the
 * function that reads it.
 *
 * @param description the summary in the OpenAPI document
 * @param right the right that readers need; null if they need none
 * @param parameters all accepted parameters; a request with another parameter is rejected
 */
public record ApiResource(
        String path,
        String description,
        RequestCost cost,
        @Nullable ConsoleRight right,
        List<ParameterDefinition> parameters,
        JsonSchema schema,
        ResourceReader reader) {

    @FunctionalInterface
    public interface ResourceReader {
        /** Returns the value of the resource, for {@link dev.restante.console.json.Json}. */
        Object read(UserRequest request) throws JMSException;
    }

    public ApiResource {
        parameters = List.copyOf(parameters);
    }

    /** Returns a cheap resource that needs no right. */
    public static ApiResource of(
            String path,
            String description,
            List<ParameterDefinition> parameters,
            JsonSchema schema,
            ResourceReader reader) {
        return new ApiResource(path, description, RequestCost.CHEAP, null, parameters, schema, reader);
    }

    public ApiResource withRight(ConsoleRight needed) {
        return new ApiResource(path, description, cost, needed, parameters, schema, reader);
    }

    public ApiResource withCost(RequestCost much) {
        return new ApiResource(path, description, much, right, parameters, schema, reader);
    }
}
