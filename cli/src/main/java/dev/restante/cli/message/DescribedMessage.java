package dev.restante.cli.message;

import dev.restante.admin.MessageDescription;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.TypedValue;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Json;
import dev.restante.console.json.MessageParts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;

/**
 * A message that was looked at, as JSON fields. Fields that do not apply are left out. Sequence numbers are texts: many
 * readers of JSON round numbers of their size.
 */
final class DescribedMessage {

    /** The columns of a table that fits 100 columns of a terminal. */
    static final List<Column> NARROW = List.of(
            Column.text("sequenceNumber", "SEQUENCE"),
            Column.text("state", "STATE"),
            Column.text("at", "ENQUEUED OR DUE"),
            Column.number("deliveryCount", "DELIVERIES"),
            Column.number("sizeBytes", "BYTES"),
            Column.text("shortReason", "REASON"));

    /** The number of characters shown of a reason. */
    private static final int SHORT_REASON = 24;

    static final List<Column> WIDE = List.of(
            Column.text("sequenceNumber", "SEQUENCE"),
            Column.text("state", "STATE"),
            Column.text("sentAt", "SENT AT"),
            Column.text("scheduledFor", "DUE AT"),
            Column.text("enqueuedAt", "ENQUEUED"),
            Column.text("expiresAt", "EXPIRES"),
            Column.number("deliveryCount", "DELIVERIES"),
            Column.number("priority", "PRIORITY"),
            Column.number("sizeBytes", "BYTES"),
            Column.text("kind", "KIND"),
            Column.text("messageId", "MESSAGE ID"),
            Column.text("reason", "DEAD-LETTER REASON"));

    private DescribedMessage() {}

    static Fields of(MessageDescription message) {
        Fields fields = new Fields()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .with("state", message.state())
                .with("sentAt", message.sentAt())
                .with("enqueuedAt", message.enqueuedAt())
                .withPresent("scheduledFor", message.scheduledFor())
                .withPresent("expiresAt", message.expiresAt())
                .withPresent("lockedBy", message.lockedBy())
                .withPresent("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("sizeBytes", message.sizeBytes());
        MessageDescription.Repetition repetition = message.repetition();
        if (repetition != null) {
            fields.with("repetition", fields(repetition));
        }
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        if (deadLetter != null) {
            fields.with(
                    "deadLetter",
                    new Fields()
                            .withPresent("reason", deadLetter.reason())
                            .withPresent("description", deadLetter.description())
                            .withPresent("source", deadLetter.source()));
        }
        MessageDescription.Headers headers = message.headers();
        if (headers != null) {
            fields.withPresent("messageId", headers.messageId())
                    .withPresent("timestamp", headers.timestamp())
                    .with("destination", MessageParts.destination(headers.destinationType(), headers.destination()))
                    .withPresent("replyTo", MessageParts.destination(headers.replyToType(), headers.replyTo()))
                    .withPresent("correlationId", headers.correlationId())
                    .withPresent("correlationIdBytes", headers.correlationIdBytes())
                    .withPresent("jmsType", headers.type());
        }
        fields.with("deliveryMode", message.persistent() ? "PERSISTENT" : "NON_PERSISTENT")
                .with("priority", message.priority())
                .with("properties", TypedValue.WRITTEN.values(message.properties()));
        if (headers != null) {
            fields.with("kind", headers.kind());
        }
        return TypedValue.WRITTEN.withBody(fields, message.body());
    }

    private static Fields fields(MessageDescription.Repetition repetition) {
        return new Fields()
                .withPresent("cron", repetition.cron())
                .withPresent("timeZone", repetition.timeZone())
                .with("delay", repetition.delay().toString())
                .with("period", repetition.period().toString())
                .with("repeat", repetition.repeat())
                .with("catchUp", repetition.catchUp())
                .withPresent(
                        "timeToLive", repetition.timeToLive() == null ? null : String.valueOf(repetition.timeToLive()));
    }

    /** What a table shows of it. */
    static Fields row(MessageDescription message) {
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        String reason = deadLetter == null ? null : deadLetter.reason();
        Instant due = message.scheduledFor();
        return of(message)
                .with("reason", reason)
                .with("shortReason", reason == null ? null : shortened(reason))
                .with("at", (due == null ? message.enqueuedAt() : due).truncatedTo(ChronoUnit.SECONDS));
    }

    private static String shortened(String reason) {
        return reason.codePointCount(0, reason.length()) <= SHORT_REASON
                ? reason
                : reason.substring(0, reason.offsetByCodePoints(0, SHORT_REASON - 1)) + "…";
    }

    /** With the body readable: text as it is, bytes in base64, the rest as JSON. */
    static Fields readable(MessageDescription message) {
        Fields fields = of(message);
        Fields readable = new Fields();
        fields.done().forEach((name, value) -> {
            boolean text = name.equals("body");
            boolean structure = value instanceof Fields && !name.equals("deadLetter");
            readable.with(name, text ? bodyText(fields) : structure ? Json.text(value) : value);
        });
        return readable;
    }

    /** One line for people. */
    static String line(MessageDescription message) {
        Fields fields = of(message);
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        return message.sequenceNumber() + "  " + message.state() + "  " + instants(message) + "  "
                + fields.get("messageId")
                + (deadLetter == null ? "" : "  " + deadLetter.reason())
                + (fields.get("body") == null ? "" : "  " + bodyText(fields));
    }

    /** Shows of a scheduled message when it was sent and when it is due, and of others when they were enqueued. */
    private static String instants(MessageDescription message) {
        Instant due = message.scheduledFor();
        return due == null ? message.enqueuedAt().toString() : "sent at " + message.sentAt() + ", due at " + due;
    }

    /** The body for people and pipes: text as it is, bytes in base64, maps and streams as JSON. */
    static String bodyText(Fields fields) {
        Object body = fields.get("body");
        if (body == null) {
            return "";
        }
        if (body instanceof String text) {
            return text;
        }
        return body instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : Json.text(body);
    }
}
