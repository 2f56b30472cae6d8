package dev.restante.jms.message;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.MessageFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec for the stored bodies of text, map and stream messages. The body of a map or stream contains a format version,
 * the number of values, and the typed values, in a map body each after its name. Damaged bytes cause a
 * {@link MessageFormatException}.
 */
public final class StoredBodyCodec {

    private static final int VERSION = 1;
    private static final int SMALLEST_ENTRY_BYTES = 2;
    private static final int SMALLEST_FIELD_BYTES = 1;

    private StoredBodyCodec() {}

    static byte[] ofMap(Map<String, @Nullable Object> entries) {
        ByteWriter writer = start(entries.size());
        entries.forEach((name, value) -> {
            writer.writeString(name);
            writer.writeValue(value);
        });
        return writer.toByteArray();
    }

    static byte[] ofStream(List<@Nullable Object> fields) {
        ByteWriter writer = start(fields.size());
        fields.forEach(writer::writeValue);
        return writer.toByteArray();
    }

    public static String toText(byte[] encoded) throws MessageFormatException {
        return decode("text", encoded, LosslessUtf8::decode);
    }

    public static Map<String, @Nullable Object> toMap(byte[] encoded) throws MessageFormatException {
        return decode("map", encoded, bytes -> {
            ByteReader reader = open(bytes);
            int count = reader.readCount(SMALLEST_ENTRY_BYTES);
            Map<String, @Nullable Object> entries = new LinkedHashMap<>(count * 2);
            for (int index = 0; index < count; index++) {
                entries.put(reader.readString(), reader.readValue());
            }
            reader.expectEnd();
            return entries;
        });
    }

    public static List<@Nullable Object> toStream(byte[] encoded) throws MessageFormatException {
        return decode("stream", encoded, bytes -> {
            ByteReader reader = open(bytes);
            int count = reader.readCount(SMALLEST_FIELD_BYTES);
            List<@Nullable Object> fields = new ArrayList<>(count);
            for (int index = 0; index < count; index++) {
                fields.add(reader.readValue());
            }
            reader.expectEnd();
            return fields;
        });
    }

    private static <T> T decode(String kind, byte[] encoded, Function<byte[], T> decoder)
            throws MessageFormatException {
        try {
            return decoder.apply(encoded);
        } catch (CorruptDataException corrupt) {
            throw MessageExceptions.format("The stored " + kind + " body is damaged: " + corrupt.getMessage(), corrupt);
        }
    }

    private static ByteWriter start(int count) {
        ByteWriter writer = new ByteWriter(8 + 16 * count);
        writer.writeByte(VERSION);
        writer.writeUnsigned(count);
        return writer;
    }

    private static ByteReader open(byte[] encoded) {
        ByteReader reader = new ByteReader(encoded);
        int version = reader.readByte();
        if (version != VERSION) {
            throw new CorruptDataException(
                    "it has format version " + version + ", and this release reads" + " version " + VERSION);
        }
        return reader;
    }
}
