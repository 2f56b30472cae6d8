package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import dev.restante.model.MessageHead;
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
public sealed class RestanteMessage extends MessageProperties
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

    /** A message with nothing in it, to be sent. */
    public RestanteMessage() {}

    /** Takes the headers and properties of a delivery; body and properties become read-only. */
    final void receive(MessageHead head, ReceivedFacts facts, Acknowledger receiver) {
        receiveProperties(head, facts);
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

    /** Where the body comes from, in place of {@link #encodedBody}; null where that has it. */
    @Nullable
    InputStream bodyToSend() throws JMSException {
        return null;
    }

    /** A stream that brings the body or takes it is for bytes messages only (LRG-01). */
    @Override
    void transfer(BodyStream way, @Nullable Object stream) throws JMSException {
        throw Refusals.format("a " + bodyKind() + " message has no body that could be a stream; use a bytes message");
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
        if (wanted == null) {
            throw Refusals.format("no class was given as which the body is wanted");
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
    public final String toString() {
        return bodyKind() + " message " + messageId + " to " + destination;
    }
}
