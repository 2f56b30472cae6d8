package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.json.MessageJson;
import java.util.List;

/**
 * JSON members of a message in the API, with the names of {@code restante peek --json}.
 *
 * <p>Large numbers are strings, because many JSON readers would round them.
 */
final class MessageJsonFields {

    private static final MessageJson MESSAGE_JSON = new MessageJson(false);

    private static final JsonSchema DESTINATION = JsonSchema.object("Queue or topic")
            .with("type", JsonSchema.oneOf("Type of the destination", List.of("queue", "topic")))
            .with("name", JsonSchema.string("Name"));

    private static final JsonSchema VALUE = JsonSchema.object("Value with its Java type")
            .with(
                    "type",
                    JsonSchema.oneOf(
                            "Type of the value; bytes are in base64",
                            List.of(
                                    "null", "boolean", "byte", "short", "int", "long", "float", "double", "char",
                                    "string", "bytes")))
            .withOptional("value", JsonSchema.any("Value; missing for null; a string for a long of more than 53 bits"));

    /** Schema of a message in a list, without the members that need the right to read messages. */
    static final JsonSchema LIST_SCHEMA = listedShape("Message in a list");

    static final JsonSchema DETAIL_SCHEMA = listedShape("Message")
            .withOptional("timestamp", JsonSchema.dateTime("Send time by the clock of the sender"))
            .withOptional("destination", DESTINATION)
            .withOptional("replyTo", DESTINATION)
            .withOptional("correlationId", JsonSchema.string("Correlation id"))
            .withOptional("correlationIdBytes", JsonSchema.string("Correlation id of bytes in base64"))
            .withOptional("jmsType", JsonSchema.string("JMSType"))
            .withOptional("groupId", JsonSchema.string("JMSXGroupID"))
            .withOptional("kind", JsonSchema.string("JMS type of the message"))
            .with("properties", JsonSchema.map("Properties by name", VALUE))
            .withOptional(
                    "body",
                    JsonSchema.any(
                            "Text unchanged, bytes and serialized objects in base64, typed values of a map or stream;"
                                    + " missing without a body"))
            .withOptional("bodySizeBytes", JsonSchema.number("Length in bytes of a large body, which is not included"))
            .withOptional("unreadableReason", JsonSchema.string("Reason why the body cannot be read"));

    private MessageJsonFields() {}

    private static JsonSchema listedShape(String about) {
        return JsonSchema.object(about)
                .with("sequenceNumber", JsonSchema.string("Sequence number in the queue or subscription"))
                .with("state", JsonSchema.string("State such as AVAILABLE"))
                .with("sentAt", JsonSchema.dateTime("Send time by the clock of the store"))
                .with("enqueuedAt", JsonSchema.dateTime("Time from which the time to live counts"))
                .withOptional("scheduledFor", JsonSchema.dateTime("Delivery time of a scheduled message"))
                .withOptional("expiresAt", JsonSchema.dateTime("Expiry time"))
                .withOptional("lockedUntil", JsonSchema.dateTime("End of the lock unless it is renewed"))
                .with("deliveryCount", JsonSchema.number("Number of earlier deliveries"))
                .with("priority", JsonSchema.number("Priority, 0 to 9"))
                .with("sizeBytes", JsonSchema.number("Size of headers, properties and body in bytes"))
                .with("deliveryMode", JsonSchema.oneOf("Delivery mode", List.of("PERSISTENT", "NON_PERSISTENT")))
                .withOptional("messageId", JsonSchema.string("JMSMessageID"))
                .withOptional(
                        "deadLetter",
                        JsonSchema.object("Dead-letter reason, description and source")
                                .withOptional("reason", JsonSchema.string("Reason"))
                                .withOptional("source", JsonSchema.string("Full name of the source")));
    }

    static Object listed(MessageDescription message) {
        return fields(message).asMap();
    }

    private static JsonObject fields(MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        JsonObject json = new JsonObject()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .with("state", message.state())
                .with("sentAt", message.sentAt())
                .with("enqueuedAt", message.enqueuedAt())
                .withNonNull("scheduledFor", message.scheduledFor())
                .withNonNull("expiresAt", message.expiresAt())
                .withNonNull("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("priority", message.priority())
                .with("sizeBytes", message.sizeBytes())
                .with("deliveryMode", message.persistent() ? "PERSISTENT" : "NON_PERSISTENT")
                .withNonNull("messageId", headers == null ? null : headers.messageId());
        MessageDescription.DeadLetter dead = message.deadLetter();
        return dead == null
                ? json
                : json.with(
                        "deadLetter",
                        new JsonObject()
                                .withNonNull("reason", dead.reason())
                                .withNonNull("source", dead.source())
                                .asMap());
    }

    static Object whole(MessageDescription message) {
        JsonObject json = fields(message);
        MessageDescription.Headers headers = message.headers();
        if (headers != null) {
            json.withNonNull("timestamp", headers.timestamp())
                    .withNonNull(
                            "destination", MessageJson.destination(headers.destinationType(), headers.destination()))
                    .withNonNull("replyTo", MessageJson.destination(headers.replyToType(), headers.replyTo()))
                    .withNonNull("correlationId", headers.correlationId())
                    .withNonNull("correlationIdBytes", headers.correlationIdBytes())
                    .withNonNull("jmsType", headers.type())
                    .withNonNull("groupId", headers.groupId())
                    .with("kind", headers.kind());
        }
        json.with("properties", MESSAGE_JSON.values(message.properties()));
        return MESSAGE_JSON.withBody(json, message.body()).asMap();
    }
}
