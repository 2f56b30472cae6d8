package dev.restante.node.dispatch;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deliveries as a dispatcher gets them, with the least that it looks at. */
final class BufferedMessages {

    private BufferedMessages() {}

    /** A stored one; a higher id comes later. */
    static Buffered message(long id) {
        return message(id, null);
    }

    /** A stored one of a message group. */
    static Buffered message(long id, @Nullable String groupId) {
        Buffered available = available(id, 4, Map.of(), groupId);
        return new Buffered(available.delivery().acquiredBy(7), available.message(), true);
    }

    /** One with a priority that this node has acquired. */
    static Buffered message(long id, int priority) {
        Buffered available = available(id, priority, Map.of(), null);
        return new Buffered(available.delivery().acquiredBy(7), available.message(), true);
    }

    /** One that is in the store and that nobody has acquired. */
    static Buffered available(long id, int priority, Map<String, Object> properties) {
        return available(id, priority, properties, null);
    }

    private static Buffered available(long id, int priority, Map<String, Object> properties, @Nullable String groupId) {
        MessageHead head = new MessageHead(
                null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, priority, true, properties);
        Delivery delivery = new Delivery(
                new DeliveryRef(id, id, true, DeliveryRef.NOBODY, 0),
                1,
                DeliveryState.AVAILABLE,
                priority,
                id,
                groupId,
                10,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
        return new Buffered(delivery, new StoredMessage(id, head, null), true);
    }
}
