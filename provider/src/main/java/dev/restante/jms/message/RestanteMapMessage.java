package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a set of named values, kept in the order in which they were set. Reads convert as
 * {@link Conversions} says; an absent name reads as null. A received body is decoded when it is first read.
 */
public final class RestanteMapMessage extends RestanteMessage implements MapMessage {

    private @Nullable Map<String, @Nullable Object> entries;
    private byte @Nullable [] encoded;

    /** A message without entries. */
    public RestanteMapMessage() {}

    static RestanteMapMessage received(byte @Nullable [] body) {
        RestanteMapMessage message = new RestanteMapMessage();
        message.encoded = body;
        return message;
    }

    @Override
    public boolean getBoolean(String name) throws JMSException {
        return Conversions.toBoolean(get(name));
    }

    @Override
    public byte getByte(String name) throws JMSException {
        return Conversions.toByte(get(name));
    }

    @Override
    public short getShort(String name) throws JMSException {
        return Conversions.toShort(get(name));
    }

    @Override
    public char getChar(String name) throws JMSException {
        return Conversions.toChar(get(name));
    }

    @Override
    public int getInt(String name) throws JMSException {
        return Conversions.toInt(get(name));
    }

    @Override
    public long getLong(String name) throws JMSException {
        return Conversions.toLong(get(name));
    }

    @Override
    public float getFloat(String name) throws JMSException {
        return Conversions.toFloat(get(name));
    }

    @Override
    public double getDouble(String name) throws JMSException {
        return Conversions.toDouble(get(name));
    }

    @Override
    public @Nullable String getString(String name) throws JMSException {
        return Conversions.toText(get(name));
    }

    @Override
    public byte @Nullable [] getBytes(String name) throws JMSException {
        byte[] value = Conversions.toBytes(get(name));
        return value == null ? null : value.clone();
    }

    @Override
    public @Nullable Object getObject(String name) throws JMSException {
        return Conversions.bodyValue(get(name));
    }

    @Override
    public Enumeration<String> getMapNames() throws JMSException {
        return Collections.enumeration(new LinkedHashSet<>(entries().keySet()));
    }

    @Override
    public boolean itemExists(String name) throws JMSException {
        return entries().containsKey(name);
    }

    @Override
    public void setBoolean(String name, boolean value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setByte(String name, byte value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setShort(String name, short value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setChar(String name, char value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setInt(String name, int value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setLong(String name, long value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setFloat(String name, float value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setDouble(String name, double value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setString(String name, @Nullable String value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setBytes(String name, byte @Nullable [] value) throws JMSException {
        put(name, value);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    @Override
    public void setBytes(String name, byte[] value, int offset, int length) throws JMSException {
        Objects.checkFromIndexSize(offset, length, value.length);
        put(name, Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void setObject(String name, @Nullable Object value) throws JMSException {
        put(name, value);
    }

    @Override
    BodyKind bodyKind() {
        return BodyKind.MAP;
    }

    @Override
    byte[] encodedBody() {
        if (encoded == null) {
            encoded = BodyEncoding.ofMap(entries == null ? Collections.emptyMap() : entries);
        }
        return encoded;
    }

    @Override
    void emptyBody() {
        entries = null;
        encoded = null;
    }

    @Override
    Object bodyAs(Class<?> wanted) throws JMSException {
        if (wanted != Map.class && wanted != Object.class) {
            throw notAssignable(wanted);
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> entry : entries().entrySet()) {
            copy.put(entry.getKey(), Conversions.bodyValue(entry.getValue()));
        }
        return copy;
    }

    private @Nullable Object get(String name) throws JMSException {
        return entries().get(name);
    }

    private void put(@Nullable String name, @Nullable Object value) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a map entry needs a name");
        }
        requireWriteableBody();
        entries().put(name, Conversions.bodyValue(value));
        encoded = null;
    }

    private Map<String, @Nullable Object> entries() throws JMSException {
        Map<String, @Nullable Object> decoded = entries;
        if (decoded == null) {
            decoded = encoded == null ? new LinkedHashMap<>() : BodyEncoding.toMap(encoded);
            entries = decoded;
        }
        return decoded;
    }
}
