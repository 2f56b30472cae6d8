package dev.restante.admin;

import dev.restante.broker.view.InspectedMessage;
import dev.restante.jms.message.StoredBodyCodec;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.option.CatchUpPolicy;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a message with its state, headers and properties. Reading it neither locks nor changes the message.
 *
 * @param sequenceNumber the number that identifies the message in its queue or subscription
 * @param state the message state
 * @param priority 0 to 9
 * @param enqueuedAt the instant from which the time to live in this entity counts
 * @param scheduledFor the instant at which the message becomes available or its next copy is due; null unless
 *     {@link MessageState#SCHEDULED}
 * @param expiresAt the expiry time by the current options, or null for never
 * @param lockedBy the name of the node that has locked the message; null unless {@link MessageState#LOCKED}, and for a
 *     prepared transaction
 * @param lockedUntil the end of the lock unless it is renewed; null if this node knows no lock or the lock lasts as
 *     long as its session
 * @param deliveryCount the number of earlier deliveries, without the delivery under the present lock
 * @param sizeBytes the length of headers, properties and body together, without a large body
 * @param persistent true for persistent messages
 * @param deadLetter dead-letter details, or null
 * @param headers the headers as sent, or null if the stored message is unreadable
 * @param properties the properties of the message, including changes by settlements, in the order in which they were
 *     set; without properties that the provider computes
 * @param body the body, or null if it was not requested or the stored message is unreadable
 * @param repeatSchedule the schedule of a repeated send (SCH-01), or null
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
        @Nullable RepeatSchedule repeatSchedule) {

    public MessageDescription {
        properties = Collections.unmodifiableMap(properties);
    }

    /** Returns the instant of the send in store time. {@link #enqueuedAt} is later for scheduled and moved messages. */
    public Instant sentAt() {
        return Instant.ofEpochMilli(IdLayout.epochMillis(sequenceNumber));
    }

    /**
     * Returns the number of redrives of the message (BEY-03), from its property {@code JMS_Restante_RedriveCount}. Only
     * the provider sets this property.
     */
    public int redriveCount() {
        return properties.get(DeliveryAnnotations.REDRIVE_COUNT_PROPERTY) instanceof Integer count ? count : 0;
    }

    /**
     * Dead-letter details of a message.
     *
     * @param reason a short reason such as {@code TTLExpiredException}, or null
     * @param description a text for people, or null
     * @param source the full name of the queue or subscription that contained the message before, or null
     */
    public record DeadLetter(@Nullable String reason, @Nullable String description, @Nullable String source) {}

    /**
     * Repeat schedule of a repeated send (SCH-01). The stored message remains scheduled, and copies of it are sent.
     *
     * @param cron a Unix cron expression with five fields for the beginnings of series of copies, or null for one
     *     series
     * @param timeZone the id of the time zone of the cron expression, or null without one
     * @param delay the delay from the beginning of a series to its first copy; zero without a cron expression, because
     *     {@link #scheduledFor} contains the next due time
     * @param period the time between copies of a series
     * @param repeatCount the number of copies after the first copy of each series, or after the next copy without a
     *     cron expression; -1 for no end
     * @param catchUp the catch-up policy for missed due times
     * @param timeToLive the time to live of each copy from its due time, or null for the default of the queue
     */
    public record RepeatSchedule(
            @Nullable String cron,
            @Nullable String timeZone,
            Duration delay,
            Duration period,
            int repeatCount,
            CatchUpPolicy catchUp,
            @Nullable Duration timeToLive) {}

    /**
     * Headers of a message, as its sender set them.
     *
     * @param messageId the message id, or null if the sender disabled it
     * @param destination the name of the queue or topic to which the message was sent
     * @param kind the message type
     * @param correlationId a textual correlation id; null for none and for a correlation id of bytes
     * @param replyTo the name of a queue or topic, or null
     * @param type the {@code JMSType}, or null
     * @param groupId the {@code JMSXGroupID}, or null
     * @param timestamp the time of the send by the store's clock, or null if the sender disabled it
     * @param destinationType the type of {@code destination}
     * @param replyToType the type of {@code replyTo}: queue or topic; null without one
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

    static MessageDescription of(InspectedMessage inspectedMessage) {
        Delivery delivery = inspectedMessage.delivery();
        MessageHeader header = inspectedMessage.header();
        DeliveryAnnotations annotations = delivery.annotations();
        return new MessageDescription(
                delivery.id(),
                MessageState.of(inspectedMessage.status()),
                delivery.priority(),
                Instant.ofEpochMilli(delivery.enqueuedAtMillis()),
                instant(delivery.visibleAtMillis()),
                instant(inspectedMessage.expiresAtMillis()),
                inspectedMessage.lockingNode(),
                instant(inspectedMessage.lockedUntilMillis()),
                delivery.deliveryCount(),
                delivery.size(),
                delivery.persistent(),
                deadLetter(annotations),
                header == null ? null : headers(header),
                properties(header, annotations),
                inspectedMessage.message() == null ? null : body(inspectedMessage.message()),
                delivery.state() == DeliveryState.REPEATING && header != null
                        ? repeatSchedule(delivery, header)
                        : null);
    }

    private static @Nullable RepeatSchedule repeatSchedule(Delivery delivery, MessageHeader header) {
        dev.restante.model.RepeatedSendSchedule stored = header.repeatSchedule();
        if (stored == null) {
            return null;
        }
        boolean oneSeries = stored.cron() == null;
        long sinceFirst = delivery.visibleAtMillis() - stored.startMillis() - stored.initialDelayMillis();
        int passed = oneSeries && stored.repeatCount() > 0 ? (int) (sinceFirst / stored.periodMillis()) : 0;
        return new RepeatSchedule(
                stored.cron(),
                stored.timeZone(),
                Duration.ofMillis(oneSeries ? 0 : stored.initialDelayMillis()),
                Duration.ofMillis(stored.periodMillis()),
                stored.repeatCount() - passed,
                stored.catchUp(),
                header.expiration() == 0 ? null : Duration.ofMillis(header.expiration() - header.deliveryTime()));
    }

    /** Converts an instant; 0 and never become null. */
    private static @Nullable Instant instant(long millis) {
        return millis == 0 || millis == Delivery.NEVER ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable DeadLetter deadLetter(@Nullable DeliveryAnnotations annotations) {
        return annotations == null
                        || (annotations.reason() == null
                                && annotations.description() == null
                                && annotations.source() == null)
                ? null
                : new DeadLetter(annotations.reason(), annotations.description(), annotations.source());
    }

    private static Headers headers(MessageHeader header) {
        return new Headers(
                header.messageId(),
                header.destination().name(),
                MessageKind.of(header.bodyKind()),
                header.correlationId() instanceof String text ? text : null,
                name(header.replyTo()),
                header.type(),
                header.properties().get(VendorProperties.GROUP_ID) instanceof String group ? group : null,
                instant(header.timestamp()),
                EntityType.of(header.destination().kind()),
                header.replyTo() == null ? null : EntityType.of(header.replyTo().kind()),
                header.correlationId() instanceof byte[] bytes ? bytes.clone() : null);
    }

    private static @Nullable String name(@Nullable DestinationName destination) {
        return destination == null ? null : destination.name();
    }

    private static Map<String, @Nullable Object> properties(
            @Nullable MessageHeader header, @Nullable DeliveryAnnotations annotations) {
        Map<String, @Nullable Object> sent = header == null ? Map.of() : header.properties();
        return annotations == null ? new LinkedHashMap<>(sent) : annotations.applyChanges(sent);
    }

    private static MessageBody body(StoredMessage message) {
        byte[] body = message.body();
        if (body == null) {
            return new MessageBody.Empty();
        }
        try {
            return switch (message.header().bodyKind()) {
                case NONE -> new MessageBody.Empty();
                case TEXT -> new MessageBody.Text(StoredBodyCodec.toText(body));
                case BYTES -> new MessageBody.Bytes(body.clone());
                case LARGE_BYTES ->
                    new MessageBody.Large(LargeBodyCodec.decodeBodyOf(message).lengthBytes());
                case MAP -> new MessageBody.Entries(StoredBodyCodec.toMap(body));
                case STREAM -> new MessageBody.Values(StoredBodyCodec.toStream(body));
                case OBJECT -> new MessageBody.Serialized(body.clone());
            };
        } catch (MessageFormatException | CorruptDataException damaged) {
            return new MessageBody.Unreadable(String.valueOf(damaged.getMessage()));
        }
    }
}
