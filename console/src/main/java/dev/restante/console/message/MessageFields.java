package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.console.json.Fields;
import dev.restante.console.json.MessageParts;
import dev.restante.console.json.Shape;
import java.util.List;

/**
 * A message as JSON, with the names that {@code restante peek --json} has. Numbers that many readers of JSON would
 * round are texts.
 */
final class MessageFields {

    private static final MessageParts PARTS = new MessageParts(false);

    private static final Shape DESTINATION = Shape.object("A queue or topic")
            .with("type", Shape.oneOf("What it is", List.of("queue", "topic")))
            .with("name", Shape.text("Its name"));

    private static final Shape VALUE = Shape.object("A value with its type in Java")
            .with(
                    "type",
                    Shape.oneOf(
                            "bytes are in base64",
                            List.of(
                                    "null", "boolean", "byte", "short", "int", "long", "float", "double", "char",
                                    "string", "bytes")))
            .withOptional("value", Shape.any("None for null; a text for a long of more than 53 bits"));

    /** A message in a list: nothing that only those see who may read messages. */
    static final Shape LISTED = listedShape("A message in a list");

    /** All of a message. */
    static final Shape WHOLE = listedShape("A message")
            .withOptional("timestamp", Shape.time("When it was sent, by its sender's clock"))
            .withOptional("destination", DESTINATION)
            .withOptional("replyTo", DESTINATION)
            .withOptional("correlationId", Shape.text("A correlation id"))
            .withOptional("correlationIdBytes", Shape.text("A correlation id of bytes, in base64"))
            .withOptional("jmsType", Shape.text("JMSType"))
            .withOptional("groupId", Shape.text("JMSXGroupID"))
            .withOptional("kind", Shape.text("Which of the kinds of JMS it is"))
            .with("properties", Shape.map("Its own, by name", VALUE))
            .withOptional(
                    "body",
                    Shape.any(
                            "A text as it is, bytes and serialised objects in base64, typed values of a map or stream;"
                                    + " none where there is none"))
            .withOptional("bodyBytes", Shape.number("The length of a body that is stored apart, and not shown"))
            .withOptional("damaged", Shape.text("Why the body can't be read"));

    private MessageFields() {}

    private static Shape listedShape(String about) {
        return Shape.object(about)
                .with("sequenceNumber", Shape.text("Its number in the queue or subscription"))
                .with("state", Shape.text("How it stands, as AVAILABLE"))
                .with("sentAt", Shape.time("When it was sent, by the store's clock"))
                .with("enqueuedAt", Shape.time("From when its time to live counts"))
                .withOptional("scheduledFor", Shape.time("When it becomes available"))
                .withOptional("expiresAt", Shape.time("When its time to live ends"))
                .withOptional("lockedUntil", Shape.time("When its lock ends unless renewed"))
                .with("deliveryCount", Shape.number("How often it was received before"))
                .with("priority", Shape.number("0 to 9"))
                .with("sizeBytes", Shape.number("Of headers, properties and body"))
                .with("deliveryMode", Shape.oneOf("Its delivery mode", List.of("PERSISTENT", "NON_PERSISTENT")))
                .withOptional("messageId", Shape.text("JMSMessageID"))
                .withOptional(
                        "deadLetter",
                        Shape.object("Why it is a dead letter")
                                .withOptional("reason", Shape.text("A word"))
                                .withOptional("source", Shape.text("The full name of where it came from")));
    }

    static Object listed(MessageDescription message) {
        return fields(message).done();
    }

    private static Fields fields(MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        Fields fields = new Fields()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .with("state", message.state())
                .with("sentAt", message.sentAt())
                .with("enqueuedAt", message.enqueuedAt())
                .withPresent("scheduledFor", message.scheduledFor())
                .withPresent("expiresAt", message.expiresAt())
                .withPresent("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("priority", message.priority())
                .with("sizeBytes", message.sizeBytes())
                .with("deliveryMode", message.persistent() ? "PERSISTENT" : "NON_PERSISTENT")
                .withPresent("messageId", headers == null ? null : headers.messageId());
        MessageDescription.DeadLetter dead = message.deadLetter();
        return dead == null
                ? fields
                : fields.with(
                        "deadLetter",
                        new Fields()
                                .withPresent("reason", dead.reason())
                                .withPresent("source", dead.source())
                                .done());
    }

    static Object whole(MessageDescription message) {
        Fields fields = fields(message);
        MessageDescription.Headers headers = message.headers();
        if (headers != null) {
            fields.withPresent("timestamp", headers.timestamp())
                    .withPresent(
                            "destination", MessageParts.destination(headers.destinationType(), headers.destination()))
                    .withPresent("replyTo", MessageParts.destination(headers.replyToType(), headers.replyTo()))
                    .withPresent("correlationId", headers.correlationId())
                    .withPresent("correlationIdBytes", headers.correlationIdBytes())
                    .withPresent("jmsType", headers.type())
                    .withPresent("groupId", headers.groupId())
                    .with("kind", headers.kind());
        }
        fields.with("properties", PARTS.values(message.properties()));
        return PARTS.withBody(fields, message.body()).done();
    }
}
