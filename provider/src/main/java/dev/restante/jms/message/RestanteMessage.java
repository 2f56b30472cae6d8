package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import dev.restante.model.LosslessUtf8;
import dev.restante.model.MessageHead;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message without a body, and what all six kinds share: headers, properties and whether the body may be written.
 *
 * <p>Every header setter works at any time (HDR-10); what a client sets in a header that the provider owns is not sent
 * (HDR-08). Properties and body of a received message are read-only until they are cleared. Message ids, timestamps and
 * all other instants are as JMS defines them: epoch milliseconds, 0 for none.
 *
 * <p>What counts as having no body, in {@link #getBody} and {@link #isBodyAssignableTo} alike (BDY-33): a plain
 * message, a text message whose text is null and an object message whose object is null. An empty bytes message and an
 * empty map message <em>have</em> one: the receiver gets what was sent, and {@code receiveBody} does not fail on it.
 *
 * <p>Like all messages of JMS, not thread-safe.
 */
public sealed class RestanteMessage implements Message
        permits RestanteTextMessage,
                RestanteBytesMessage,
                RestanteMapMessage,
                RestanteStreamMessage,
                RestanteObjectMessage {

    private PropertyBag properties = new PropertyBag();
    private Acknowledger acknowledger = Acknowledger.NONE;
    private boolean bodyReadOnly;

    private @Nullable String messageId;
    private long timestamp;
    private @Nullable Object correlationId;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode = DEFAULT_DELIVERY_MODE;
    private boolean redelivered;
    private @Nullable String type;
    private long expiration;
    private long deliveryTime;
    private int priority = DEFAULT_PRIORITY;

    /** A message with nothing in it, to be sent. */
    public RestanteMessage() {}

    /** Takes the headers and properties of a delivery; body and properties become read-only. */
    final void receive(MessageHead head, ReceivedFacts facts, Acknowledger receiver) {
        properties = PropertyBag.received(head.properties(), facts);
        acknowledger = receiver;
        bodyReadOnly = true;
        messageId = head.messageId();
        timestamp = head.timestamp();
        correlationId = head.correlationId();
        replyTo = RestanteDestination.ofNullable(head.replyTo());
        destination = RestanteDestination.of(facts.destination());
        deliveryMode = head.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        redelivered = facts.deliveryCount() > 1;
        type = head.type();
        expiration = facts.expiration();
        deliveryTime = head.deliveryTime();
        priority = head.priority();
    }

    BodyKind bodyKind() {
        return BodyKind.NONE;
    }

    /** The body as it is stored, in an array that nobody changes any more; null where there is none. */
    byte @Nullable [] encodedBody() throws JMSException {
        return null;
    }

    /** Back to the body of a new message. */
    void emptyBody() {}

    /**
     * The body as a type, in an object of its own; null where there is no body.
     *
     * @throws MessageFormatException if the body cannot be had as that type
     */
    @Nullable
    Object bodyAs(Class<?> wanted) throws JMSException {
        return null;
    }

    final boolean bodyReadOnly() {
        return bodyReadOnly;
    }

    final void makeBodyReadOnly() {
        bodyReadOnly = true;
    }

    final void requireWriteableBody() throws MessageNotWriteableException {
        if (bodyReadOnly) {
            throw Refusals.readOnlyBody();
        }
    }

    final MessageFormatException notAssignable(Class<?> wanted) {
        return Refusals.format("the body of a " + bodyKind() + " message cannot be had as " + wanted.getTypeName());
    }

    /** The properties that a send takes along. */
    final Map<String, @Nullable Object> propertiesToSend() {
        return properties.snapshot();
    }

    /** A String, a byte[] that nobody changes, or null. */
    final @Nullable Object correlationId() {
        return correlationId;
    }

    /**
     * {@inheritDoc}
     *
     * <p>On a message that was not received there is nothing to acknowledge, and nothing happens.
     */
    @Override
    public final void acknowledge() throws JMSException {
        acknowledger.acknowledge();
    }

    /** Who acknowledges it; {@link Acknowledger#NONE} for a message that was not received. */
    public final Acknowledger acknowledger() {
        return acknowledger;
    }

    @Override
    public final void clearBody() throws JMSException {
        bodyReadOnly = false;
        emptyBody();
    }

    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        return wanted.cast(bodyAs(wanted));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) throws JMSException {
        try {
            bodyAs((Class<?>) wanted);
            return true;
        } catch (MessageFormatException notAssignable) {
            return false;
        }
    }

    @Override
    public final @Nullable String getJMSMessageID() {
        return messageId;
    }

    @Override
    public final void setJMSMessageID(@Nullable String id) {
        messageId = id;
    }

    @Override
    public final long getJMSTimestamp() {
        return timestamp;
    }

    @Override
    public final void setJMSTimestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    /** The correlation id's bytes in an array of their own; one that was set as a String is given in UTF-8. */
    @Override
    public final byte @Nullable [] getJMSCorrelationIDAsBytes() {
        if (correlationId instanceof String text) {
            return LosslessUtf8.encode(text);
        }
        return correlationId instanceof byte[] bytes ? bytes.clone() : null;
    }

    @Override
    public final void setJMSCorrelationIDAsBytes(byte @Nullable [] correlationId) {
        this.correlationId = correlationId == null ? null : correlationId.clone();
    }

    @Override
    public final void setJMSCorrelationID(@Nullable String correlationId) {
        this.correlationId = correlationId;
    }

    /** The correlation id; one that was set as bytes is read as UTF-8, with replacement characters where it is none. */
    @Override
    public final @Nullable String getJMSCorrelationID() {
        if (correlationId instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return (String) correlationId;
    }

    @Override
    public final @Nullable Destination getJMSReplyTo() {
        return replyTo;
    }

    @Override
    public final void setJMSReplyTo(@Nullable Destination replyTo) {
        this.replyTo = replyTo;
    }

    @Override
    public final @Nullable Destination getJMSDestination() {
        return destination;
    }

    @Override
    public final void setJMSDestination(@Nullable Destination destination) {
        this.destination = destination;
    }

    @Override
    public final int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public final void setJMSDeliveryMode(int deliveryMode) {
        this.deliveryMode = deliveryMode;
    }

    @Override
    public final boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public final void setJMSRedelivered(boolean redelivered) {
        this.redelivered = redelivered;
    }

    @Override
    public final @Nullable String getJMSType() {
        return type;
    }

    @Override
    public final void setJMSType(@Nullable String type) {
        this.type = type;
    }

    @Override
    public final long getJMSExpiration() {
        return expiration;
    }

    @Override
    public final void setJMSExpiration(long expiration) {
        this.expiration = expiration;
    }

    @Override
    public final long getJMSDeliveryTime() {
        return deliveryTime;
    }

    @Override
    public final void setJMSDeliveryTime(long deliveryTime) {
        this.deliveryTime = deliveryTime;
    }

    @Override
    public final int getJMSPriority() {
        return priority;
    }

    @Override
    public final void setJMSPriority(int priority) {
        this.priority = priority;
    }

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
        properties.set(name, value);
    }

    @Override
    public final String toString() {
        return bodyKind() + " message " + messageId + " to " + destination;
    }
}
