package dev.restante.node.queue.buffer;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prefetched and available messages for dispatcher tests, with only the fields that a dispatcher reads. */
public final class PrefetchedMessages {

    private PrefetchedMessages() {}

    /** Returns an acquired message. A message with a higher id comes later. */
    public static PrefetchedMessage message(long id) {
        return message(id, null);
    }

    public static PrefetchedMessage message(long id, @Nullable String groupId) {
        PrefetchedMessage available = available(id, 4, Map.of(), groupId);
        return new PrefetchedMessage(available.delivery().acquiredBy(7), available.message(), true);
    }

    public static PrefetchedMessage message(long id, int priority) {
        PrefetchedMessage available = available(id, priority, Map.of(), null);
        return new PrefetchedMessage(available.delivery().acquiredBy(7), available.message(), true);
    }

    /** Returns an available message, which no node has acquired. */
    public static PrefetchedMessage available(long id, int priority, Map<String, Object> properties) {
        return available(id, priority, properties, null);
    }

    private static PrefetchedMessage available(
            long id, int priority, Map<String, Object> properties, @Nullable String groupId) {
        MessageHeader header = new MessageHeader(
                null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, priority, true, properties);
        Delivery delivery = new Delivery(
                new DeliveryRef(id, id, true, DeliveryRef.NO_OWNER, 0),
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
        return new PrefetchedMessage(delivery, new StoredMessage(id, header, null), true);
    }
}
