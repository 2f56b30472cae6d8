package dev.restante.model.codec;

import dev.restante.model.DeliveryAnnotations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored form of the changed properties of {@link DeliveryAnnotations}: a format version and the properties. */
public final class DeliveryAnnotationsCodec {

    private static final int VERSION = 1;

    private DeliveryAnnotationsCodec() {}

    /**
     * Encodes properties.
     *
     * @param properties the values by name, of the types Boolean, Byte, Short, Integer, Long, Float, Double and String,
     *     or null
     * @throws IllegalArgumentException if a value has another type
     */
    public static byte[] encodeProperties(Map<String, @Nullable Object> properties) {
        ByteWriter writer = new ByteWriter(16 + 32 * properties.size());
        writer.writeByte(VERSION);
        PropertyCodec.write(writer, properties);
        return writer.toByteArray();
    }

    /**
     * Decodes properties with their original types and order.
     *
     * @throws CorruptDataException if the bytes are damaged or have an unknown version
     */
    public static Map<String, @Nullable Object> decodeProperties(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        reader.expectVersion(VERSION, "the changed properties have");
        Map<String, @Nullable Object> properties = PropertyCodec.read(reader);
        reader.expectEnd();
        return properties;
    }
}
