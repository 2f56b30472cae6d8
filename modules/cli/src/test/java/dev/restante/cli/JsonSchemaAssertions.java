package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Comparison of values with those features of JSON Schema that the API description uses. */
final class JsonSchemaAssertions {

    private JsonSchemaAssertions() {}

    static void assertMatches(Map<?, ?> schema, Object value, String where) {
        Object type = schema.get("type");
        if (type == null) {
            return;
        }
        switch ((String) type) {
            case "string" -> assertThat(value).as(where).isInstanceOf(String.class);
            case "integer" ->
                assertThat(value).as(where).isInstanceOfSatisfying(BigDecimal.class, BigDecimal::longValueExact);
            case "number" -> assertThat(value).as(where).isInstanceOf(BigDecimal.class);
            case "boolean" -> assertThat(value).as(where).isInstanceOf(Boolean.class);
            case "array" ->
                ((List<?>) value)
                        .forEach(element -> assertMatches((Map<?, ?>) schema.get("items"), element, where + "[]"));
            case "object" -> assertObject(schema, (Map<?, ?>) value, where);
            default -> throw new AssertionError("unknown type " + type);
        }
        if (schema.get("enum") instanceof List<?> values) {
            assertThat(value).as(where).isIn(values);
        }
    }

    private static void assertObject(Map<?, ?> schema, Map<?, ?> value, String where) {
        if (schema.get("additionalProperties") instanceof Map<?, ?> each) {
            value.forEach((name, member) -> assertMatches(each, member, where + "." + name));
            return;
        }
        Map<?, ?> properties = (Map<?, ?>) schema.get("properties");
        value.forEach((name, member) -> {
            assertThat(properties.get(name)).as(where + "." + name).isNotNull();
            assertMatches((Map<?, ?>) properties.get(name), member, where + "." + name);
        });
        for (Object required : (List<?>) schema.get("required")) {
            assertThat(value.containsKey(required)).as(where + "." + required).isTrue();
        }
    }
}
