package dev.restante.model.codec;

import dev.restante.model.DisplayText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored form of named, typed property values: their number, followed by the name and value of each property. */
final class PropertyCodec {

    /** Length of a property with an empty name and a value that consists of its tag only. */
    private static final int SMALLEST_PROPERTY_BYTES = 2;

    private PropertyCodec() {}

    static void write(ByteWriter writer, Map<String, @Nullable Object> properties) {
        writer.writeUnsigned(properties.size());
        properties.forEach((name, value) -> {
            if (!isPropertyValue(value)) {
                throw new IllegalArgumentException("the property '" + DisplayText.shorten(name)
                        + "' cannot have a value of class " + value.getClass().getName());
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
                throw new CorruptDataException(
                        "the property '" + DisplayText.shorten(name) + "' has an unsupported type");
            }
            properties.put(name, value);
        }
        return properties;
    }

    private static boolean isPropertyValue(@Nullable Object value) {
        return !(value instanceof byte[]) && !(value instanceof Character);
    }
}
