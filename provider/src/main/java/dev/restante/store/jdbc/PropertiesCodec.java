package dev.restante.store.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of properties: a count, then name, type code and value of each, in their order. The codes never change their meaning. */
final class PropertiesCodec {

    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int BYTE = 3;
    private static final int SHORT = 4;
    private static final int INTEGER = 5;
    private static final int LONG = 6;
    private static final int FLOAT = 7;
    private static final int DOUBLE = 8;
    private static final int STRING = 9;

    private PropertiesCodec() {}

    static void write(Map<String, @Nullable Object> properties, ByteWriter writer) {
        writer.writeCount(properties.size());
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            writer.writeString(property.getKey());
            writeValue(property.getValue(), writer);
        }
    }

    private static void writeValue(@Nullable Object value, ByteWriter writer) {
        if (value == null) {
            writer.writeByte(NULL);
        } else if (value instanceof String text) {
            writer.writeByte(STRING);
            writer.writeString(text);
        } else if (value instanceof Integer number) {
            writer.writeByte(INTEGER);
            writer.writeInt(number);
        } else if (value instanceof Long number) {
            writer.writeByte(LONG);
            writer.writeLong(number);
        } else if (value instanceof Boolean truth) {
            writer.writeByte(truth ? TRUE : FALSE);
        } else if (value instanceof Double number) {
            writer.writeByte(DOUBLE);
            writer.writeLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof Float number) {
            writer.writeByte(FLOAT);
            writer.writeInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Short number) {
            writer.writeByte(SHORT);
            writer.writeInt(number);
        } else if (value instanceof Byte number) {
            writer.writeByte(BYTE);
            writer.writeByte(number);
        } else {
            throw new IllegalArgumentException(
                    "a property can't be a " + value.getClass().getName());
        }
    }

    static Map<String, @Nullable Object> read(ByteReader reader) {
        int count = reader.readCount();
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = reader.readString();
            properties.put(name, readValue(reader));
        }
        return properties;
    }

    private static @Nullable Object readValue(ByteReader reader) {
        int type = reader.readByte();
        return switch (type) {
            case NULL -> null;
            case FALSE -> Boolean.FALSE;
            case TRUE -> Boolean.TRUE;
            case BYTE -> (byte) reader.readByte();
            case SHORT -> (short) reader.readInt();
            case INTEGER -> reader.readInt();
            case LONG -> reader.readLong();
            case FLOAT -> Float.intBitsToFloat(reader.readInt());
            case DOUBLE -> Double.longBitsToDouble(reader.readLong());
            case STRING -> reader.readString();
            default -> throw new IllegalArgumentException("no property type has code " + type);
        };
    }
}
