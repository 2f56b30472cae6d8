package dev.restante.console.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** JSON Schema of a value, used to describe the API. Immutable. */
public final class JsonSchema {

    private final Map<String, Object> schema;

    private JsonSchema(Map<String, Object> schema) {
        this.schema = schema;
    }

    private static JsonSchema of(String type, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("description", description);
        return new JsonSchema(schema);
    }

    public static JsonSchema string(String description) {
        return of("string", description);
    }

    /** Returns the schema of a string that has one of several values. */
    public static JsonSchema oneOf(String description, List<String> values) {
        return string(description).and("enum", values);
    }

    /** Returns the schema of a 64-bit integer. */
    public static JsonSchema number(String description) {
        return of("integer", description).and("format", "int64");
    }

    public static JsonSchema decimal(String description) {
        return of("number", description).and("format", "double");
    }

    public boolean isList() {
        return "array".equals(schema.get("type"));
    }

    public static JsonSchema bool(String description) {
        return of("boolean", description);
    }

    /** Returns the schema of an instant as an ISO 8601 string in UTC. */
    public static JsonSchema dateTime(String description) {
        return string(description).and("format", "date-time");
    }

    /** Returns the schema of a duration as an ISO 8601 string. */
    public static JsonSchema duration(String description) {
        return string(description).and("format", "duration");
    }

    public static JsonSchema any(String description) {
        return new JsonSchema(new LinkedHashMap<>(Map.of("description", description)));
    }

    public static JsonSchema list(String description, JsonSchema element) {
        return of("array", description).and("items", element.schema());
    }

    /** Returns the schema of an object whose member names vary. */
    public static JsonSchema map(String description, JsonSchema value) {
        return of("object", description).and("additionalProperties", value.schema());
    }

    /** Returns the schema of an object, to which {@link #with} and {@link #withOptional} add members. */
    public static JsonSchema object(String description) {
        return of("object", description)
                .and("properties", Map.of())
                .and("required", List.of())
                .and("additionalProperties", false);
    }

    public JsonSchema with(String name, JsonSchema member) {
        List<Object> required = new ArrayList<>((List<?>) member("required"));
        required.add(name);
        return withOptional(name, member).and("required", required);
    }

    public JsonSchema withOptional(String name, JsonSchema member) {
        Map<Object, Object> properties = new LinkedHashMap<>((Map<?, ?>) member("properties"));
        properties.put(name, member.schema());
        return and("properties", properties);
    }

    private Object member(String name) {
        return Objects.requireNonNull(schema.get(name), "The schema is not an object");
    }

    private JsonSchema and(String name, Object value) {
        Map<String, Object> with = new LinkedHashMap<>(schema);
        with.put(name, value);
        return new JsonSchema(with);
    }

    /** Returns the schema as a value for {@link Json#ascii}. */
    public Map<String, Object> schema() {
        return schema;
    }
}
