package dev.restante.admin;

import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
import dev.restante.broker.view.Inspected;
import dev.restante.jms.message.StoredBodies;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.model.codec.LargeBodyCodec;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes messages. */
final class Descriptions {

    private Descriptions() {}

    static MessagePage of(MessageAdministration.Page page) {
        PagePlace next = page.next();
        return new MessagePage(
                page.messages().stream().map(Descriptions::of).toList(), next == null ? null : next.text());
    }

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

    private static MessageDescription.@Nullable Repetition repetition(Delivery delivery, MessageHead head) {
        Repetition stored = head.repetition();
        if (stored == null) {
            return null;
        }
        boolean oneSeries = stored.cron() == null;
        long sinceFirst = delivery.visibleAt() - stored.startMillis() - stored.leadMillis();
        int passed = oneSeries && stored.repeat() > 0 ? (int) (sinceFirst / stored.periodMillis()) : 0;
        return new MessageDescription.Repetition(
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

    private static MessageDescription.@Nullable DeadLetter deadLetter(@Nullable DeliveryNote note) {
        return note == null || (note.reason() == null && note.description() == null && note.source() == null)
                ? null
                : new MessageDescription.DeadLetter(note.reason(), note.description(), note.source());
    }

    private static MessageDescription.Headers headers(MessageHead head) {
        return new MessageDescription.Headers(
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
