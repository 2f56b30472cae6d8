package dev.restante.admin;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it stands now. Nothing is taken or locked by looking at it.
 *
 * @param sequenceNumber identifies it in its queue or subscription
 * @param state how it stands
 * @param priority 0 to 9
 * @param enqueuedAt from when its time to live counts here
 * @param scheduledFor when it becomes available; null unless {@link MessageState#SCHEDULED}
 * @param expiresAt when its time to live ends by the options of now; null for never
 * @param lockedUntil when its lock ends unless renewed; null where this node does not know of a lock, or the lock lasts
 *     as long as its session
 * @param deliveryCount how often it was received before, not counting a lock under which it is now
 * @param sizeBytes of headers, properties and body together
 * @param persistent its delivery mode
 * @param deadLetter why it was dead-lettered; null if it was not
 * @param headers what its sender said; null if the stored message can't be read
 * @param properties its own, as settlements changed them; in the order set, without those that the provider computes
 * @param body null if it was not asked for, or the stored message can't be read
 */
public record MessageDescription(
        long sequenceNumber,
        MessageState state,
        int priority,
        Instant enqueuedAt,
        @Nullable Instant scheduledFor,
        @Nullable Instant expiresAt,
        @Nullable Instant lockedUntil,
        int deliveryCount,
        int sizeBytes,
        boolean persistent,
        @Nullable DeadLetter deadLetter,
        @Nullable Headers headers,
        Map<String, @Nullable Object> properties,
        @Nullable MessageBody body) {

    public MessageDescription {
        properties = Collections.unmodifiableMap(properties);
    }

    /**
     * Why a message was dead-lettered.
     *
     * @param reason such as {@code TTLExpiredException}, or null
     * @param description in words, or null
     * @param source the full name of the queue or subscription that it came from, or null
     */
    public record DeadLetter(@Nullable String reason, @Nullable String description, @Nullable String source) {}

    /**
     * The headers of a message, as its sender set them.
     *
     * @param messageId the message id, or null where the sender disabled it
     * @param destination the name of the queue or topic that it was sent to
     * @param kind which of the kinds of JMS it is
     * @param correlationId a text; null for none, and for one of bytes
     * @param replyTo the name of a queue or topic, or null
     * @param type or null
     * @param groupId or null
     * @param timestamp when it was sent, by the sender's clock; null where the sender disabled it
     * @param destinationType whether {@code destination} is a queue or a topic
     * @param replyToType whether {@code replyTo} is a queue or a topic; null without one
     * @param correlationIdBytes a correlation id of bytes, or null
     */
    public record Headers(
            @Nullable String messageId,
            String destination,
            MessageKind kind,
            @Nullable String correlationId,
            @Nullable String replyTo,
            @Nullable String type,
            @Nullable String groupId,
            @Nullable Instant timestamp,
            EntityType destinationType,
            @Nullable EntityType replyToType,
            byte @Nullable [] correlationIdBytes) {}
}
