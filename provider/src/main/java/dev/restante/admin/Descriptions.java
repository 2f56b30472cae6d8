package dev.restante.admin;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.broker.History;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
import dev.restante.broker.view.Inspected;
import dev.restante.broker.view.StoreHistory.Point;
import dev.restante.jms.message.StoredBodies;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityFigures;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.model.codec.LargeBodyCodec;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes messages, and the history of figures. */
final class Descriptions {

    private static final double LEAST_SECONDS = 1;

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

    static StoreHistory of(HistoryScale scale, History history, Map<String, Long> entityIds) {
        dev.restante.broker.view.StoreHistory recorded =
                history.read(dev.restante.model.HistoryScale.valueOf(scale.name()));
        return new StoreHistory(scale, recorded.complete(), name -> {
            Long entityId = entityIds.get(name);
            return entityId == null
                    ? List.of()
                    : recorded.of(entityId).stream().map(Descriptions::of).toList();
        });
    }

    private static HistoryPoint of(Point point) {
        double seconds = Math.max(LEAST_SECONDS, point.coveredMillis() / 1000.0);
        return new HistoryPoint(
                Instant.ofEpochMilli(point.fromMillis()),
                point.depth() == EntityFigures.UNKNOWN ? null : point.depth(),
                point.sent() / seconds,
                point.received() / seconds,
                point.completed() / seconds,
                point.completed() == 0 || point.heldMillis() == 0
                        ? null
                        : Duration.ofMillis(point.heldMillis() / point.completed()));
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
