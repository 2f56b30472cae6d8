package dev.restante.model.codec;

import dev.restante.model.DeliveryNote;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of a {@link DeliveryNote}'s changed properties: a format version, then the properties. */
public final class DeliveryNoteCodec {

    private static final int VERSION = 1;

    private DeliveryNoteCodec() {}

    /**
     * The stored form.
     *
     * @param properties name to Boolean, Byte, Short, Integer, Long, Float, Double, String or null
     * @throws IllegalArgumentException if a value has another class
     */
    public static byte[] encodeProperties(Map<String, @Nullable Object> properties) {
        ByteWriter writer = new ByteWriter(16 + 32 * properties.size());
        writer.writeByte(VERSION);
        PropertyCodec.write(writer, properties);
        return writer.toByteArray();
    }

    /**
     * The properties with the classes and the order they had.
     *
     * @throws CorruptMessageException if the bytes are damaged or have an unknown version
     */
    public static Map<String, @Nullable Object> decodeProperties(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION) {
            throw new CorruptMessageException(
                    "changed properties have format version " + version + "; this release reads version " + VERSION);
        }
        Map<String, @Nullable Object> properties = PropertyCodec.read(reader);
        reader.expectEnd();
        return properties;
    }
}
