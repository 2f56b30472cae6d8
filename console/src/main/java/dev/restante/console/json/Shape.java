package dev.restante.console.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The shape of a JSON value, as a description of it. Immutable. */
public final class Shape {

    private final Map<String, Object> schema;

    private Shape(Map<String, Object> schema) {
        this.schema = schema;
    }

    private static Shape of(String type, String about) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("description", about);
        return new Shape(schema);
    }

    /** A text. */
    public static Shape text(String about) {
        return of("string", about);
    }

    /** One of some texts. */
    public static Shape oneOf(String about, List<String> values) {
        return text(about).and("enum", values);
    }

    /** A whole number. */
    public static Shape number(String about) {
        return of("integer", about).and("format", "int64");
    }

    /** A number that may have a fraction. */
    public static Shape fraction(String about) {
        return of("number", about).and("format", "double");
    }

    /** True if it is a list. */
    public boolean isList() {
        return "array".equals(schema.get("type"));
    }

    /** True or false. */
    public static Shape truth(String about) {
        return of("boolean", about);
    }

    /** A time, as in ISO 8601, in UTC. */
    public static Shape time(String about) {
        return text(about).and("format", "date-time");
    }

    /** A duration, as in ISO 8601. */
    public static Shape duration(String about) {
        return text(about).and("format", "duration");
    }

    /** Any value. */
    public static Shape any(String about) {
        return new Shape(new LinkedHashMap<>(Map.of("description", about)));
    }

    /** A list. */
    public static Shape list(String about, Shape element) {
        return of("array", about).and("items", element.schema());
    }

    /** An object whose names are not known. */
    public static Shape map(String about, Shape value) {
        return of("object", about).and("additionalProperties", value.schema());
    }

    /** An object without members. */
    public static Shape object(String about) {
        return of("object", about)
                .and("properties", Map.of())
                .and("required", List.of())
                .and("additionalProperties", false);
    }

    /** This object with a member that is always there. */
    public Shape with(String name, Shape member) {
        List<Object> required = new ArrayList<>((List<?>) part("required"));
        required.add(name);
        return withOptional(name, member).and("required", required);
    }

    /** This object with a member that is there where it applies. */
    public Shape withOptional(String name, Shape member) {
        Map<Object, Object> properties = new LinkedHashMap<>((Map<?, ?>) part("properties"));
        properties.put(name, member.schema());
        return and("properties", properties);
    }

    private Object part(String name) {
        return Objects.requireNonNull(schema.get(name), "this shape is no object");
    }

    private Shape and(String name, Object value) {
        Map<String, Object> with = new LinkedHashMap<>(schema);
        with.put(name, value);
        return new Shape(with);
    }

    /** The description as JSON Schema, for {@link Json#ascii}. */
    public Map<String, Object> schema() {
        return schema;
    }
}
