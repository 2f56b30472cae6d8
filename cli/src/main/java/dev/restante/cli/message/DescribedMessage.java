package dev.restante.cli.message;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.Fields;
import dev.restante.cli.shell.Json;
import dev.restante.cli.shell.TypedValue;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that was looked at, as JSON fields. Fields that do not apply are left out. Sequence numbers are texts: many
 * readers of JSON round numbers of their size.
 */
final class DescribedMessage {

    static final List<Column> COLUMNS = List.of(
            Column.text("sequenceNumber", "SEQUENCE"),
            Column.text("state", "STATE"),
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
                    .with("destination", destination(headers.destinationType(), headers.destination()))
                    .withPresent("replyTo", destination(headers.replyToType(), headers.replyTo()))
                    .withPresent("correlationId", headers.correlationId())
                    .withPresent("correlationIdBytes", headers.correlationIdBytes())
                    .withPresent("jmsType", headers.type());
        }
        fields.with("deliveryMode", message.persistent() ? "PERSISTENT" : "NON_PERSISTENT")
                .with("priority", message.priority())
                .with("properties", properties(message.properties()));
        if (headers != null) {
            fields.with("kind", headers.kind());
        }
        return withBody(fields, message.body());
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

    static @Nullable Fields destination(@Nullable EntityType type, @Nullable String name) {
        return type == null || name == null
                ? null
                : new Fields()
                        .with("type", type.name().toLowerCase(Locale.ROOT))
                        .with("name", name);
    }

    static Fields properties(Map<String, ? extends @Nullable Object> properties) {
        Fields fields = new Fields();
        properties.forEach((name, value) -> fields.with(name, TypedValue.of(value)));
        return fields;
    }

    private static Fields withBody(Fields fields, @Nullable MessageBody body) {
        if (body instanceof MessageBody.Text text) {
            return fields.with("body", text.text());
        }
        if (body instanceof MessageBody.Bytes bytes) {
            return fields.with("body", bytes.bytes());
        }
        if (body instanceof MessageBody.Apart apart) {
            return fields.with("bodyBytes", apart.lengthBytes());
        }
        if (body instanceof MessageBody.Entries entries) {
            return fields.with("body", properties(entries.entries()));
        }
        if (body instanceof MessageBody.Values values) {
            return fields.with(
                    "body", values.values().stream().map(TypedValue::of).toList());
        }
        if (body instanceof MessageBody.Serialized serialized) {
            return fields.with("body", serialized.bytes());
        }
        return body instanceof MessageBody.Damaged damaged ? fields.with("damaged", damaged.why()) : fields;
    }

    /** What a table shows of it. */
    static Fields row(MessageDescription message) {
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        return of(message).with("reason", deadLetter == null ? null : deadLetter.reason());
    }

    /** With the body readable: text as it is, bytes in base64, the rest as JSON. */
    static Fields readable(MessageDescription message) {
        Fields fields = of(message);
        Fields readable = new Fields();
        fields.asMap().forEach((name, value) -> {
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
        return message.sequenceNumber() + "  " + message.state() + "  " + message.enqueuedAt() + "  "
                + fields.get("messageId")
                + (deadLetter == null ? "" : "  " + deadLetter.reason())
                + (fields.get("body") == null ? "" : "  " + bodyText(fields));
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
