package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of the JMS map message, which holds typed values by name. Reads convert values as
 * {@link ValueConverter} describes, and an absent name reads as null.
 */
public final class RestanteMapMessage extends RestanteMessage implements MapMessage {

    private MapBody body = new MapBody(null);

    public RestanteMapMessage() {}

    static RestanteMapMessage received(byte @Nullable [] body) {
        RestanteMapMessage message = new RestanteMapMessage();
        message.body = new MapBody(body);
        return message;
    }

    @Override
    public boolean getBoolean(String name) throws JMSException {
        return ValueConverter.toBoolean(name, body.get(name));
    }

    @Override
    public byte getByte(String name) throws JMSException {
        return ValueConverter.toByte(name, body.get(name));
    }

    @Override
    public short getShort(String name) throws JMSException {
        return ValueConverter.toShort(name, body.get(name));
    }

    @Override
    public char getChar(String name) throws JMSException {
        return ValueConverter.toChar(name, body.get(name));
    }

    @Override
    public int getInt(String name) throws JMSException {
        return ValueConverter.toInt(name, body.get(name));
    }

    @Override
    public long getLong(String name) throws JMSException {
        return ValueConverter.toLong(name, body.get(name));
    }

    @Override
    public float getFloat(String name) throws JMSException {
        return ValueConverter.toFloat(name, body.get(name));
    }

    @Override
    public double getDouble(String name) throws JMSException {
        return ValueConverter.toDouble(name, body.get(name));
    }

    @Override
    public @Nullable String getString(String name) throws JMSException {
        return ValueConverter.toStringValue(name, body.get(name));
    }

    @Override
    public byte @Nullable [] getBytes(String name) throws JMSException {
        byte[] value = ValueConverter.toBytes(name, body.get(name));
        return value == null ? null : value.clone();
    }

    @Override
    public @Nullable Object getObject(String name) throws JMSException {
        return ValueConverter.toBodyValue(name, body.get(name));
    }

    @Override
    public Enumeration<String> getMapNames() throws JMSException {
        return Collections.enumeration(body.names());
    }

    @Override
    public boolean itemExists(String name) throws JMSException {
        return body.contains(name);
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
        return body.encoded();
    }

    @Override
    void clearBodyContent() {
        body = new MapBody(null);
    }

    @Override
    Object bodyAs(Class<?> type) throws JMSException {
        if (type != Map.class && type != Object.class) {
            throw notAssignable(type);
        }
        return body.copy();
    }

    private void put(@Nullable String name, @Nullable Object value) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("A map entry needs a name");
        }
        requireWriteableBody();
        body.put(name, value);
    }
}
