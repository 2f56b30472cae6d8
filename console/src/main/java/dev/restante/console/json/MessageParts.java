package dev.restante.console.json;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageBody;
import dev.restante.rule.PropertyText;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of messages as JSON: values with their Java types, as {@code {"type":"long","value":5}}, bodies and
 * destinations.
 *
 * @param nullHasValue whether null has the value null, or none
 */
public record MessageParts(boolean nullHasValue) {

    /** Larger numbers are rounded by many readers of JSON, so they are written as texts. */
    private static final long EXACT = 1L << 53;

    /** The value of a property, or of an entry of a map or stream. */
    public Fields value(@Nullable Object value) {
        if (value == null) {
            Fields none = new Fields().with("type", "null");
            return nullHasValue ? none.with("value", null) : none;
        }
        boolean large = value instanceof Long number && Math.abs(number) > EXACT;
        return new Fields().with("type", type(value)).with("value", large ? value.toString() : value);
    }

    private static String type(Object value) {
        if (value instanceof byte[]) {
            return "bytes";
        }
        return value instanceof Character ? "char" : PropertyText.typeOf(value);
    }

    /** Values by their names. */
    public Fields values(Map<String, ? extends @Nullable Object> values) {
        Fields fields = new Fields();
        values.forEach((name, value) -> fields.with(name, value(value)));
        return fields;
    }

    /** Adds a body to the fields of its message: one that can't be read, or is stored apart, by what is known of it. */
    public Fields withBody(Fields fields, @Nullable MessageBody body) {
        if (body instanceof MessageBody.Text text) {
            return fields.with("body", text.text());
        }
        if (body instanceof MessageBody.Bytes bytes) {
            return fields.with("body", bytes.bytes());
        }
        if (body instanceof MessageBody.Serialized serialized) {
            return fields.with("body", serialized.bytes());
        }
        if (body instanceof MessageBody.Entries entries) {
            return fields.with("body", values(entries.entries()));
        }
        if (body instanceof MessageBody.Values values) {
            return fields.with("body", values.values().stream().map(this::value).toList());
        }
        if (body instanceof MessageBody.Apart apart) {
            return fields.with("bodyBytes", apart.lengthBytes());
        }
        return body instanceof MessageBody.Damaged damaged ? fields.with("damaged", damaged.why()) : fields;
    }

    /** A queue or topic; null if it is not known. */
    public static @Nullable Fields destination(@Nullable EntityType type, @Nullable String name) {
        return type == null || name == null
                ? null
                : new Fields()
                        .with("type", type.name().toLowerCase(Locale.ROOT))
                        .with("name", name);
    }
}
