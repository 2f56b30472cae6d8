package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Message without a body, and base class of the five other message types.
 *
 * <p>Every header setter works at any time (HDR-10). Values that a client sets in provider-owned headers are not sent
 * (HDR-08). Properties and body of a received message are read-only until they are cleared. All instants are epoch
 * milliseconds, 0 for none, as JMS defines.
 *
 * <p>A plain message, a null text and a null object have no body in {@link #getBody} and {@link #isBodyAssignableTo}
 * (BDY-33). An empty bytes message and an empty map message <em>have</em> a body, so that {@code receiveBody} returns
 * it.
 *
 * <p>Not thread-safe, like all JMS messages.
 */
public sealed class RestanteMessage extends JmsMessage
        permits RestanteTextMessage,
                RestanteBytesMessage,
                RestanteMapMessage,
                RestanteStreamMessage,
                RestanteObjectMessage {

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

    public RestanteMessage() {}

    /** Sets the headers and properties of a delivery. Body and properties become read-only. */
    final void setReceived(MessageHeader header, DeliveryMetadata metadata, Acknowledger newAcknowledger) {
        setReceivedProperties(header, metadata);
        acknowledger = newAcknowledger;
        bodyReadOnly = true;
        messageId = header.messageId();
        timestamp = header.timestamp();
        correlationId = header.correlationId();
        replyTo = RestanteDestination.ofNullable(header.replyTo());
        destination = RestanteDestination.of(metadata.destination());
        deliveryMode = header.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        redelivered = metadata.deliveryCount() > 1;
        type = header.type();
        expiration = metadata.expiration();
        deliveryTime = header.deliveryTime();
        priority = header.priority();
    }

    BodyKind bodyKind() {
        return BodyKind.NONE;
    }

    /** Returns the body as stored, in an immutable array, or null without a body. */
    byte @Nullable [] encodedBody() throws JMSException {
        return null;
    }

    /** Returns the stream that supplies the body, or null if {@link #encodedBody} contains the body. */
    @Nullable
    InputStream bodyToSend() throws JMSException {
        return null;
    }

    /** Sets the stream that supplies or receives the body. Only bytes messages support it (LRG-01). */
    @Override
    void streamBody(BodyStreamProperty property, @Nullable Object stream) throws JMSException {
        throw MessageExceptions.format(
                "The body of a " + bodyKind() + " message cannot be a stream. Use a bytes message.");
    }

    void clearBodyContent() {}

    /**
     * Returns the body as a new object of a type, or null without a body.
     *
     * @throws MessageFormatException if the body cannot be converted to this type
     */
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
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
            throw MessageExceptions.readOnlyBody();
        }
    }

    final MessageFormatException notAssignable(Class<?> type) {
        return MessageExceptions.format(
                "The body of a " + bodyKind() + " message cannot be read as " + type.getTypeName());
    }

    /** Returns a String, an immutable byte[], or null. */
    final @Nullable Object correlationId() {
        return correlationId;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does nothing for a message that was not received.
     */
    @Override
    public final void acknowledge() throws JMSException {
        acknowledger.acknowledge();
    }

    /** Returns the acknowledger, which is {@link Acknowledger#NONE} for a message that was not received. */
    public final Acknowledger acknowledger() {
        return acknowledger;
    }

    @Override
    public final void clearBody() throws JMSException {
        bodyReadOnly = false;
        clearBodyContent();
    }

    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        if (wanted == null) {
            throw MessageExceptions.format("The requested class of the body is null");
        }
        return wanted.cast(bodyAs(wanted));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) throws JMSException {
        if (wanted == null) {
            return false;
        }
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

    /** Returns a copy of the correlation id's bytes. A String is encoded in UTF-8. */
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

    /** Returns the correlation id. Bytes are decoded as UTF-8 with replacement characters. */
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
    public final String toString() {
        return bodyKind() + " message " + messageId + " to " + destination;
    }
}
