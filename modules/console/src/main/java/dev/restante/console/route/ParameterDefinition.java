package dev.restante.console.route;

import dev.restante.console.json.JsonSchema;

/**
 * Definition of a parameter of an API resource or action.
 *
 * @param schema the schema of the value; a list if the parameter can be repeated
 */
public record ParameterDefinition(String name, JsonSchema schema, boolean required) {

    public static ParameterDefinition required(String name, JsonSchema schema) {
        return new ParameterDefinition(name, schema, true);
    }

    public static ParameterDefinition optional(String name, JsonSchema schema) {
        return new ParameterDefinition(name, schema, false);
    }

    /** Returns the required parameter {@code name}, which is the full name of a queue or subscription. */
    public static ParameterDefinition entityName(String description) {
        return required("name", JsonSchema.string(description));
    }
}
