package dev.restante.opentelemetry;

import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedEntity;
import dev.restante.observe.ObservedMessage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Span and attribute names of OpenTelemetry's messaging conventions, version {@value #VERSION}, still in development.
 */
final class MessagingConventions {

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

    /** Attribute that is not part of the conventions. */
    private static final AttributeKey<Long> DELIVERY_COUNT = AttributeKey.longKey("restante.message.delivery_count");

    private MessagingConventions() {}

    /** Returns the operation and the destination, or only the operation for a temporary destination. */
    static String spanName(String operation, MessageToSend message) {
        return spanName(operation, message.entity(), message.entity().name());
    }

    /** Returns the operation and the destination of the first message. */
    static String spanName(String operation, List<DeliveredMessage> messages) {
        DeliveredMessage first = messages.get(0);
        return spanName(operation, first.entity(), destination(first));
    }

    private static String spanName(String operation, ObservedEntity entity, String destination) {
        return isTemporary(entity) ? operation : operation + " " + destination;
    }

    /**
     * Returns false for a subscription, because its lifetime says nothing about its topic, which is the destination.
     */
    private static boolean isTemporary(ObservedEntity entity) {
        return !entity.permanent() && entity.kind() != ObservedEntity.ObservedEntityKind.SUBSCRIPTION;
    }

    /** Returns the topic for a message from a subscription, because the conventions call the topic the destination. */
    private static String destination(DeliveredMessage message) {
        return message.entity().kind() == ObservedEntity.ObservedEntityKind.SUBSCRIPTION
                ? message.originalDestination()
                : message.entity().name();
    }

    /** Returns the attributes before the send, which assigns the message id. */
    static Attributes sendAttributes(MessageToSend message) {
        AttributesBuilder attributes = operation(MessagingOperation.SEND, "send");
        destination(attributes, message.entity(), message.entity().name());
        return conversation(attributes, message).build();
    }

    /** Returns the attributes that are known only after the send, or null if there are none. */
    static @Nullable Attributes sentAttributes(MessageToSend message) {
        String id = message.messageId();
        return id == null ? null : Attributes.of(MESSAGE_ID, id);
    }

    /**
     * Returns the attributes of received messages.
     *
     * @param name the operation name
     */
    static Attributes receiveAttributes(MessagingOperation type, String name, List<DeliveredMessage> messages) {
        AttributesBuilder attributes = operation(type, name);
        DeliveredMessage first = messages.get(0);
        if (messages.stream().allMatch(each -> each.entity().equals(first.entity()))) {
            destination(attributes, first.entity(), destination(first));
            if (first.entity().kind() == ObservedEntity.ObservedEntityKind.SUBSCRIPTION) {
                attributes.put(SUBSCRIPTION, first.entity().name());
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

    private static void destination(AttributesBuilder attributes, ObservedEntity entity, String name) {
        attributes.put(DESTINATION, name);
        if (isTemporary(entity)) {
            attributes.put(TEMPORARY, true);
        }
    }

    private static AttributesBuilder conversation(AttributesBuilder attributes, ObservedMessage message) {
        String correlationId = message.correlationId();
        return correlationId == null ? attributes : attributes.put(CONVERSATION_ID, correlationId);
    }
}
