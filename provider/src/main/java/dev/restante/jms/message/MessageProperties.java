package dev.restante.jms.message;

import dev.restante.model.MessageHead;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The properties of a message. As little thread-safe as messages are. */
abstract sealed class MessageProperties implements Message permits RestanteMessage {

    private PropertyBag properties = new PropertyBag();

    /** Those of a delivery, read-only. */
    final void receiveProperties(MessageHead head, ReceivedFacts facts) {
        properties = PropertyBag.received(head.properties(), facts);
    }

    /** The properties that a send takes along. */
    final Map<String, @Nullable Object> propertiesToSend() {
        return properties.snapshot();
    }

    /**
     * The body is to come from a stream, or to go into one.
     *
     * @param stream as the application gave it
     */
    abstract void transfer(BodyStream way, @Nullable Object stream) throws JMSException;

    @Override
    public final void clearProperties() {
        properties.clear();
    }

    @Override
    public final boolean propertyExists(@Nullable String name) {
        return properties.contains(name);
    }

    @Override
    public final boolean getBooleanProperty(String name) throws JMSException {
        return Conversions.toBoolean(properties.get(name));
    }

    @Override
    public final byte getByteProperty(String name) throws JMSException {
        return Conversions.toByte(properties.get(name));
    }

    @Override
    public final short getShortProperty(String name) throws JMSException {
        return Conversions.toShort(properties.get(name));
    }

    @Override
    public final int getIntProperty(String name) throws JMSException {
        return Conversions.toInt(properties.get(name));
    }

    @Override
    public final long getLongProperty(String name) throws JMSException {
        return Conversions.toLong(properties.get(name));
    }

    @Override
    public final float getFloatProperty(String name) throws JMSException {
        return Conversions.toFloat(properties.get(name));
    }

    @Override
    public final double getDoubleProperty(String name) throws JMSException {
        return Conversions.toDouble(properties.get(name));
    }

    @Override
    public final @Nullable String getStringProperty(String name) throws JMSException {
        return Conversions.toText(properties.get(name));
    }

    @Override
    public final @Nullable Object getObjectProperty(String name) {
        return properties.get(name);
    }

    /** The names of all properties, those that the provider shows on received messages included, as a copy. */
    @Override
    public final Enumeration<String> getPropertyNames() {
        return Collections.enumeration(properties.names());
    }

    @Override
    public final void setBooleanProperty(String name, boolean value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setByteProperty(String name, byte value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setShortProperty(String name, short value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setIntProperty(String name, int value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setLongProperty(String name, long value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setFloatProperty(String name, float value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setDoubleProperty(String name, double value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setStringProperty(String name, @Nullable String value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setObjectProperty(String name, @Nullable Object value) throws JMSException {
        BodyStream way = BodyStream.named(name);
        if (way == null) {
            properties.set(name, value);
        } else {
            transfer(way, value);
        }
    }
}
