package dev.restante.opentelemetry;

import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedMessage;
import dev.restante.observe.Place;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of OpenTelemetry's messaging conventions, which are in development: these are of version {@value #VERSION}.
 */
final class Conventions {

    /** Of the semantic conventions. */
    static final String VERSION = "1.41.0";

    static final String SCHEMA_URL = "https://opentelemetry.io/schemas/" + VERSION;

    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> OPERATION_NAME = AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<Boolean> TEMPORARY = AttributeKey.booleanKey("messaging.destination.temporary");
    private static final AttributeKey<String> SUBSCRIPTION =
            AttributeKey.stringKey("messaging.destination.subscription.name");
    private static final AttributeKey<Long> BATCH = AttributeKey.longKey("messaging.batch.message_count");
    private static final AttributeKey<String> MESSAGE_ID = AttributeKey.stringKey("messaging.message.id");
    private static final AttributeKey<String> CONVERSATION_ID =
            AttributeKey.stringKey("messaging.message.conversation_id");

    /** Not of the conventions. */
    private static final AttributeKey<Long> DELIVERY_COUNT = AttributeKey.longKey("restante.message.delivery_count");

    private Conventions() {}

    /** The name of a span: the operation, and the destination, unless that is a temporary one. */
    static String spanName(String operation, MessageToSend message) {
        return spanName(operation, message.place(), message.place().name());
    }

    /** The same where messages were received; several have that of the first. */
    static String spanName(String operation, List<DeliveredMessage> messages) {
        DeliveredMessage first = messages.get(0);
        return spanName(operation, first.place(), destination(first));
    }

    private static String spanName(String operation, Place place, String destination) {
        return isTemporary(place) ? operation : operation + " " + destination;
    }

    /** A subscription's lifetime says nothing of its topic's. */
    private static boolean isTemporary(Place place) {
        return !place.lasting() && place.kind() != Place.Kind.SUBSCRIPTION;
    }

    /** What the conventions call the destination is the topic where a message was received from a subscription. */
    private static String destination(DeliveredMessage message) {
        return message.place().kind() == Place.Kind.SUBSCRIPTION
                ? message.sentTo()
                : message.place().name();
    }

    /** Of a message that is sent; its id is not known yet. */
    static Attributes sending(MessageToSend message) {
        AttributesBuilder attributes = operation(MessagingOperation.SEND, "send");
        destination(attributes, message.place(), message.place().name());
        return conversation(attributes, message).build();
    }

    /** What is known once it has been sent; null for nothing. */
    static @Nullable Attributes sent(MessageToSend message) {
        String id = message.messageId();
        return id == null ? null : Attributes.of(MESSAGE_ID, id);
    }

    /**
     * Of messages that were received.
     *
     * @param name of the operation
     */
    static Attributes received(MessagingOperation type, String name, List<DeliveredMessage> messages) {
        AttributesBuilder attributes = operation(type, name);
        DeliveredMessage first = messages.get(0);
        if (messages.stream().allMatch(each -> each.place().equals(first.place()))) {
            destination(attributes, first.place(), destination(first));
            if (first.place().kind() == Place.Kind.SUBSCRIPTION) {
                attributes.put(SUBSCRIPTION, first.place().name());
            }
        }
        if (messages.size() > 1) {
            return attributes.put(BATCH, (long) messages.size()).build();
        }
        String id = first.messageId();
        if (id != null) {
            attributes.put(MESSAGE_ID, id);
        }
        attributes.put(DELIVERY_COUNT, (long) first.deliveryCount());
        return conversation(attributes, first).build();
    }

    private static AttributesBuilder operation(MessagingOperation type, String name) {
        return Attributes.builder()
                .put(SYSTEM, "restante")
                .put(OPERATION_TYPE, type.type())
                .put(OPERATION_NAME, name);
    }

    private static void destination(AttributesBuilder attributes, Place place, String name) {
        attributes.put(DESTINATION, name);
        if (isTemporary(place)) {
            attributes.put(TEMPORARY, true);
        }
    }

    private static AttributesBuilder conversation(AttributesBuilder attributes, ObservedMessage message) {
        String correlationId = message.correlationId();
        return correlationId == null ? attributes : attributes.put(CONVERSATION_ID, correlationId);
    }
}
