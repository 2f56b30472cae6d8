package dev.restante.selector;

import static java.util.Objects.requireNonNull;

import dev.restante.model.MessageHead;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stored message's head as a selector sees it. */
record SelectableHead(MessageHead head, int deliveryCount, Map<String, ? extends @Nullable Object> changed)
        implements SelectableMessage {

    private static final String PERSISTENT = "PERSISTENT";
    private static final String NON_PERSISTENT = "NON_PERSISTENT";

    SelectableHead {
        requireNonNull(head, "head");
        requireNonNull(changed, "changed");
    }

    @Override
    public @Nullable Object value(String identifier) {
        if (!identifier.startsWith("JMS")) {
            return property(identifier);
        }
        return switch (identifier) {
            case "JMSDeliveryMode" -> head.persistent() ? PERSISTENT : NON_PERSISTENT;
            case "JMSPriority" -> head.priority();
            case "JMSTimestamp" -> head.timestamp();
            case "JMSMessageID" -> head.messageId();
            case "JMSCorrelationID" -> head.correlationId() instanceof String text ? text : null;
            case "JMSType" -> head.type();
            case "JMSXDeliveryCount" -> deliveryCount;
            default -> property(identifier);
        };
    }

    private @Nullable Object property(String name) {
        return !changed.isEmpty() && changed.containsKey(name)
                ? changed.get(name)
                : head.properties().get(name);
    }
}
