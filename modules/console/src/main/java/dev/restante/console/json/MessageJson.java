package dev.restante.console.json;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageBody;
import dev.restante.rule.PropertyText;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converter of property values, message bodies and destinations to JSON objects, for the API of the console and for the
 * command line. A typed value is {@code {"type":"long","value":5}}.
 *
 * @param writeNullValue true if a null value has the member {@code value}, false if that member is missing
 */
public record MessageJson(boolean writeNullValue) {

    /** Limit above which numbers are written as strings, because many JSON readers would round them. */
    private static final long MAX_EXACT_NUMBER = 1L << 53;

    /** Returns the typed value of a property, or of an entry of a map or stream body. */
    public JsonObject value(@Nullable Object value) {
        if (value == null) {
            JsonObject none = new JsonObject().with("type", "null");
            return writeNullValue ? none.with("value", null) : none;
        }
        boolean large = value instanceof Long number && Math.abs(number) > MAX_EXACT_NUMBER;
        return new JsonObject().with("type", type(value)).with("value", large ? value.toString() : value);
    }

    private static String type(Object value) {
        if (value instanceof byte[]) {
            return "bytes";
        }
        return value instanceof Character ? "char" : PropertyText.typeOf(value);
    }

    public JsonObject values(Map<String, ? extends @Nullable Object> values) {
        JsonObject json = new JsonObject();
        values.forEach((name, value) -> json.with(name, value(value)));
        return json;
    }

    /**
     * Adds a body to its message.
     *
     * <p>A large body is added as its size, and an unreadable body as the reason.
     */
    public JsonObject withBody(JsonObject json, @Nullable MessageBody body) {
        if (body instanceof MessageBody.Text text) {
            return json.with("body", text.text());
        }
        if (body instanceof MessageBody.Bytes bytes) {
            return json.with("body", bytes.bytes());
        }
        if (body instanceof MessageBody.Serialized serialized) {
            return json.with("body", serialized.bytes());
        }
        if (body instanceof MessageBody.Entries entries) {
            return json.with("body", values(entries.entries()));
        }
        if (body instanceof MessageBody.Values values) {
            return json.with("body", values.values().stream().map(this::value).toList());
        }
        if (body instanceof MessageBody.Large apart) {
            return json.with("bodySizeBytes", apart.lengthBytes());
        }
        return body instanceof MessageBody.Unreadable damaged ? json.with("unreadableReason", damaged.why()) : json;
    }

    /** Returns the JSON object of a queue or topic, or null if its type or name is null. */
    public static @Nullable JsonObject destination(@Nullable EntityType type, @Nullable String name) {
        return type == null || name == null
                ? null
                : new JsonObject()
                        .with("type", type.name().toLowerCase(Locale.ROOT))
                        .with("name", name);
    }
}
