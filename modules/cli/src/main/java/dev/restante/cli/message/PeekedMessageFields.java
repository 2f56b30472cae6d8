package dev.restante.cli.message;

import dev.restante.admin.MessageDescription;
import dev.restante.cli.shell.TableColumn;
import dev.restante.cli.shell.TypedValueParser;
import dev.restante.console.json.Json;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.MessageJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;

/**
 * Output fields of a message that a command peeked at, and the table columns for them. Missing values have no field.
 * Sequence numbers are texts, because many JSON parsers round numbers of that size.
 */
final class PeekedMessageFields {

    /** Columns of a table that fits a terminal of 100 characters. */
    static final List<TableColumn> NARROW_COLUMNS = List.of(
            TableColumn.text("sequenceNumber", "SEQUENCE"),
            TableColumn.text("state", "STATE"),
            TableColumn.text("at", "ENQUEUED OR DUE"),
            TableColumn.number("deliveryCount", "DELIVERIES"),
            TableColumn.number("sizeBytes", "BYTES"),
            TableColumn.text("shortReason", "REASON"));

    /** Number of characters that the table shows of a dead-letter reason. */
    private static final int SHORT_REASON = 24;

    static final List<TableColumn> WIDE_COLUMNS = List.of(
            TableColumn.text("sequenceNumber", "SEQUENCE"),
            TableColumn.text("state", "STATE"),
            TableColumn.text("sentAt", "SENT AT"),
            TableColumn.text("scheduledFor", "DUE AT"),
            TableColumn.text("enqueuedAt", "ENQUEUED"),
            TableColumn.text("expiresAt", "EXPIRES"),
            TableColumn.number("deliveryCount", "DELIVERIES"),
            TableColumn.number("priority", "PRIORITY"),
            TableColumn.number("sizeBytes", "BYTES"),
            TableColumn.text("kind", "KIND"),
            TableColumn.text("messageId", "MESSAGE ID"),
            TableColumn.text("reason", "DEAD-LETTER REASON"));

    private PeekedMessageFields() {}

    static JsonObject of(MessageDescription message) {
        JsonObject json = new JsonObject()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .with("state", message.state())
                .with("sentAt", message.sentAt())
                .with("enqueuedAt", message.enqueuedAt())
                .withNonNull("scheduledFor", message.scheduledFor())
                .withNonNull("expiresAt", message.expiresAt())
                .withNonNull("lockedBy", message.lockedBy())
                .withNonNull("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("sizeBytes", message.sizeBytes());
        MessageDescription.RepeatSchedule repeatSchedule = message.repeatSchedule();
        if (repeatSchedule != null) {
            json.with("repeatSchedule", fields(repeatSchedule));
        }
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        if (deadLetter != null) {
            json.with(
                    "deadLetter",
                    new JsonObject()
                            .withNonNull("reason", deadLetter.reason())
                            .withNonNull("description", deadLetter.description())
                            .withNonNull("source", deadLetter.source()));
        }
        MessageDescription.Headers headers = message.headers();
        if (headers != null) {
            json.withNonNull("messageId", headers.messageId())
                    .withNonNull("timestamp", headers.timestamp())
                    .with("destination", MessageJson.destination(headers.destinationType(), headers.destination()))
                    .withNonNull("replyTo", MessageJson.destination(headers.replyToType(), headers.replyTo()))
                    .withNonNull("correlationId", headers.correlationId())
                    .withNonNull("correlationIdBytes", headers.correlationIdBytes())
                    .withNonNull("jmsType", headers.type());
        }
        json.with("deliveryMode", message.persistent() ? "PERSISTENT" : "NON_PERSISTENT")
                .with("priority", message.priority())
                .with("properties", TypedValueParser.WRITER.values(message.properties()));
        if (headers != null) {
            json.with("kind", headers.kind());
        }
        return TypedValueParser.WRITER.withBody(json, message.body());
    }

    private static JsonObject fields(MessageDescription.RepeatSchedule repeatSchedule) {
        return new JsonObject()
                .withNonNull("cron", repeatSchedule.cron())
                .withNonNull("timeZone", repeatSchedule.timeZone())
                .with("delay", repeatSchedule.delay().toString())
                .with("period", repeatSchedule.period().toString())
                .with("repeatCount", repeatSchedule.repeatCount())
                .with("catchUp", repeatSchedule.catchUp())
                .withNonNull(
                        "timeToLive",
                        repeatSchedule.timeToLive() == null ? null : String.valueOf(repeatSchedule.timeToLive()));
    }

    static JsonObject row(MessageDescription message) {
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

    /** Returns the fields with a readable body: a text unchanged, bytes in base64, and other bodies as JSON. */
    static JsonObject readable(MessageDescription message) {
        JsonObject json = of(message);
        JsonObject readable = new JsonObject();
        json.asMap().forEach((name, value) -> {
            boolean text = name.equals("body");
            boolean structure = value instanceof JsonObject && !name.equals("deadLetter");
            readable.with(name, text ? bodyText(json) : structure ? Json.text(value) : value);
        });
        return readable;
    }

    static String line(MessageDescription message) {
        JsonObject json = of(message);
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        return message.sequenceNumber() + "  " + message.state() + "  " + timesText(message) + "  "
                + json.get("messageId")
                + (deadLetter == null ? "" : "  " + deadLetter.reason())
                + (json.get("body") == null ? "" : "  " + bodyText(json));
    }

    /** Returns the send time and delivery time of a scheduled message, or the enqueue time of another message. */
    private static String timesText(MessageDescription message) {
        Instant due = message.scheduledFor();
        return due == null ? message.enqueuedAt().toString() : "sent at " + message.sentAt() + ", due at " + due;
    }

    /** Returns the body as text: a text unchanged, bytes in base64, maps and streams as JSON. */
    static String bodyText(JsonObject json) {
        Object body = json.get("body");
        if (body == null) {
            return "";
        }
        if (body instanceof String text) {
            return text;
        }
        return body instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : Json.text(body);
    }
}
