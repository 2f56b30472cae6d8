package dev.restante.admin;

import dev.restante.broker.view.Inspected;
import dev.restante.jms.message.StoredBodies;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.option.CatchUp;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it stands now. Nothing is taken or locked by looking at it.
 *
 * @param sequenceNumber identifies it in its queue or subscription
 * @param state how it stands
 * @param priority 0 to 9
 * @param enqueuedAt from when its time to live counts here
 * @param scheduledFor when it becomes available, or its next copy is due; null unless {@link MessageState#SCHEDULED}
 * @param expiresAt when its time to live ends by the options of now; null for never
 * @param lockedBy the name of the node that has it; null unless it is {@link MessageState#LOCKED}, and where a prepared
 *     transaction has it
 * @param lockedUntil when its lock ends unless renewed; null where this node does not know of a lock, or the lock lasts
 *     as long as its session
 * @param deliveryCount how often it was received before, not counting a lock under which it is now
 * @param sizeBytes of headers, properties and body together, without a body that is stored apart
 * @param persistent its delivery mode
 * @param deadLetter why it was dead-lettered; null if it was not
 * @param headers what its sender said; null if the stored message can't be read
 * @param properties its own, as settlements changed them; in the order set, without those that the provider computes
 * @param body null if it was not asked for, or the stored message can't be read
 * @param repetition how it is sent repeatedly (SCH-01); null if it is not
 */
public record MessageDescription(
        long sequenceNumber,
        MessageState state,
        int priority,
        Instant enqueuedAt,
        @Nullable Instant scheduledFor,
        @Nullable Instant expiresAt,
        @Nullable String lockedBy,
        @Nullable Instant lockedUntil,
        int deliveryCount,
        int sizeBytes,
        boolean persistent,
        @Nullable DeadLetter deadLetter,
        @Nullable Headers headers,
        Map<String, @Nullable Object> properties,
        @Nullable MessageBody body,
        @Nullable Repetition repetition) {

    public MessageDescription {
        properties = Collections.unmodifiableMap(properties);
    }

    /**
     * Returns the instant at which the message was sent, by the store's clock. {@link #enqueuedAt} is later for a
     * message that was sent with a delay, and for one that has moved.
     */
    public Instant sentAt() {
        return Instant.ofEpochMilli(IdLayout.epochMillis(sequenceNumber));
    }

    /**
     * How often it was moved back after it had been dead-lettered (BEY-03): its property
     * {@code JMS_Restante_RedriveCount}, which only the provider sets.
     */
    public int redriveCount() {
        return properties.get(DeliveryNote.REDRIVE_COUNT_PROPERTY) instanceof Integer count ? count : 0;
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
     * The repetition of a message that is sent repeatedly: the message itself stays scheduled, and copies of it are
     * sent (SCH-01).
     *
     * @param cron at which instants a series of copies begins, in the five fields of Unix; null for one series
     * @param timeZone the id of the zone in which the cron expression counts; null without one
     * @param delay from the beginning of a series to its first copy; zero where there is one series only, because
     *     {@link #scheduledFor} tells
     * @param period from one copy of a series to the next
     * @param repeat with a cron expression, how many copies of a series follow its first one; without, how many follow
     *     the next one: -1 for no end
     * @param catchUp what becomes of due times that are missed
     * @param timeToLive of each copy, from its due time; null for what the queue's default makes of it
     */
    public record Repetition(
            @Nullable String cron,
            @Nullable String timeZone,
            Duration delay,
            Duration period,
            int repeat,
            CatchUp catchUp,
            @Nullable Duration timeToLive) {}

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
     * @param timestamp when it was sent, by the store's clock; null where the sender disabled it
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

    static MessageDescription of(Inspected inspected) {
        Delivery delivery = inspected.delivery();
        MessageHead head = inspected.head();
        DeliveryNote note = delivery.note();
        return new MessageDescription(
                delivery.id(),
                MessageState.of(inspected.standing()),
                delivery.priority(),
                Instant.ofEpochMilli(delivery.enqueuedAt()),
                instant(delivery.visibleAt()),
                instant(inspected.deadlineMillis()),
                inspected.holder(),
                instant(inspected.lockedUntilMillis()),
                delivery.deliveryCount(),
                delivery.size(),
                delivery.persistent(),
                deadLetter(note),
                head == null ? null : headers(head),
                properties(head, note),
                inspected.message() == null ? null : body(inspected.message()),
                delivery.state() == DeliveryState.REPEATING && head != null ? repetition(delivery, head) : null);
    }

    private static @Nullable Repetition repetition(Delivery delivery, MessageHead head) {
        dev.restante.model.Repetition stored = head.repetition();
        if (stored == null) {
            return null;
        }
        boolean oneSeries = stored.cron() == null;
        long sinceFirst = delivery.visibleAt() - stored.startMillis() - stored.leadMillis();
        int passed = oneSeries && stored.repeat() > 0 ? (int) (sinceFirst / stored.periodMillis()) : 0;
        return new Repetition(
                stored.cron(),
                stored.timeZone(),
                Duration.ofMillis(oneSeries ? 0 : stored.leadMillis()),
                Duration.ofMillis(stored.periodMillis()),
                stored.repeat() - passed,
                stored.catchUp(),
                head.expiration() == 0 ? null : Duration.ofMillis(head.expiration() - head.deliveryTime()));
    }

    /** Null for 0 and for never. */
    private static @Nullable Instant instant(long millis) {
        return millis == 0 || millis == Delivery.NEVER ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable DeadLetter deadLetter(@Nullable DeliveryNote note) {
        return note == null || (note.reason() == null && note.description() == null && note.source() == null)
                ? null
                : new DeadLetter(note.reason(), note.description(), note.source());
    }

    private static Headers headers(MessageHead head) {
        return new Headers(
                head.messageId(),
                head.destination().name(),
                MessageKind.of(head.bodyKind()),
                head.correlationId() instanceof String text ? text : null,
                name(head.replyTo()),
                head.type(),
                head.properties().get(VendorProperties.GROUP_ID) instanceof String group ? group : null,
                instant(head.timestamp()),
                EntityType.of(head.destination().kind()),
                head.replyTo() == null ? null : EntityType.of(head.replyTo().kind()),
                head.correlationId() instanceof byte[] bytes ? bytes.clone() : null);
    }

    private static @Nullable String name(@Nullable DestinationName destination) {
        return destination == null ? null : destination.name();
    }

    private static Map<String, @Nullable Object> properties(@Nullable MessageHead head, @Nullable DeliveryNote note) {
        Map<String, @Nullable Object> sent = head == null ? Map.of() : head.properties();
        return note == null ? new LinkedHashMap<>(sent) : note.changed(sent);
    }

    private static MessageBody body(StoredMessage message) {
        byte[] body = message.body();
        if (body == null) {
            return new MessageBody.Absent();
        }
        try {
            return switch (message.head().bodyKind()) {
                case NONE -> new MessageBody.Absent();
                case TEXT -> new MessageBody.Text(StoredBodies.text(body));
                case BYTES -> new MessageBody.Bytes(body.clone());
                case LARGE_BYTES ->
                    new MessageBody.Apart(LargeBodyCodec.of(message).lengthBytes());
                case MAP -> new MessageBody.Entries(StoredBodies.map(body));
                case STREAM -> new MessageBody.Values(StoredBodies.stream(body));
                case OBJECT -> new MessageBody.Serialized(body.clone());
            };
        } catch (MessageFormatException | CorruptMessageException damaged) {
            return new MessageBody.Damaged(String.valueOf(damaged.getMessage()));
        }
    }
}
