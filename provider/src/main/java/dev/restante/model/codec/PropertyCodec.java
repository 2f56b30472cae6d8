package dev.restante.model.codec;

import dev.restante.model.ShownText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named, typed values as {@link MessageHeadCodec} and {@link DeliveryNoteCodec} both store them: a count, then name and
 * value.
 */
final class PropertyCodec {

    /** A name of no bytes (its length) and a value that is its tag alone. */
    private static final int SMALLEST_PROPERTY_BYTES = 2;

    private PropertyCodec() {}

    static void write(ByteWriter writer, Map<String, @Nullable Object> properties) {
        writer.writeUnsigned(properties.size());
        properties.forEach((name, value) -> {
            if (!isPropertyValue(value)) {
                throw new IllegalArgumentException("the property '" + ShownText.of(name) + "' cannot hold a "
                        + value.getClass().getName());
            }
            writer.writeString(name);
            writer.writeValue(value);
        });
    }

    static Map<String, @Nullable Object> read(ByteReader reader) {
        int count = reader.readCount(SMALLEST_PROPERTY_BYTES);
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(count * 2);
        for (int index = 0; index < count; index++) {
            String name = reader.readString();
            Object value = reader.readValue();
            if (!isPropertyValue(value)) {
                throw new CorruptMessageException(
                        "the property '" + ShownText.of(name) + "' has a type that properties cannot have");
            }
            properties.put(name, value);
        }
        return properties;
    }

    private static boolean isPropertyValue(@Nullable Object value) {
        return !(value instanceof byte[]) && !(value instanceof Character);
    }
}
