package dev.restante.jms.message;

import dev.restante.model.MessageHeader;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Superclass of {@link RestanteMessage} with only the property methods of the JMS message interface, which are equal
 * for all message types. Not thread-safe.
 */
abstract sealed class JmsMessage implements Message permits RestanteMessage {

    private PropertyBag properties = new PropertyBag();

    /** Sets the read-only properties of a received message. */
    final void setReceivedProperties(MessageHeader header, DeliveryMetadata metadata) {
        properties = PropertyBag.received(header.properties(), metadata);
    }

    final Map<String, @Nullable Object> propertiesToSend() {
        return properties.propertiesToSend();
    }

    /**
     * Streams the body from an input stream or into an output stream.
     *
     * @param stream the value of the object property
     */
    abstract void streamBody(BodyStreamProperty property, @Nullable Object stream) throws JMSException;

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
        return ValueConverter.toBoolean(name, properties.get(name));
    }

    @Override
    public final byte getByteProperty(String name) throws JMSException {
        return ValueConverter.toByte(name, properties.get(name));
    }

    @Override
    public final short getShortProperty(String name) throws JMSException {
        return ValueConverter.toShort(name, properties.get(name));
    }

    @Override
    public final int getIntProperty(String name) throws JMSException {
        return ValueConverter.toInt(name, properties.get(name));
    }

    @Override
    public final long getLongProperty(String name) throws JMSException {
        return ValueConverter.toLong(name, properties.get(name));
    }

    @Override
    public final float getFloatProperty(String name) throws JMSException {
        return ValueConverter.toFloat(name, properties.get(name));
    }

    @Override
    public final double getDoubleProperty(String name) throws JMSException {
        return ValueConverter.toDouble(name, properties.get(name));
    }

    @Override
    public final @Nullable String getStringProperty(String name) throws JMSException {
        return ValueConverter.toStringValue(name, properties.get(name));
    }

    @Override
    public final @Nullable Object getObjectProperty(String name) {
        return properties.get(name);
    }

    /** Returns a copy of all property names, including properties that the provider sets on received messages. */
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
        BodyStreamProperty property = BodyStreamProperty.named(name);
        if (property == null) {
            properties.set(name, value);
        } else {
            streamBody(property, value);
        }
    }
}
