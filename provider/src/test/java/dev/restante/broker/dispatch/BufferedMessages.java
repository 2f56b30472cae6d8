package dev.restante.broker.dispatch;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import java.util.Map;

/** Deliveries as a dispatcher gets them, with the least that it looks at. */
final class BufferedMessages {

    private BufferedMessages() {}

    /** A stored one; a higher id comes later. */
    static Buffered message(long id) {
        Buffered available = available(id, 4, Map.of());
        return new Buffered(available.delivery().acquiredBy(7), available.message(), true);
    }

    /** One that is in the store and that nobody has acquired. */
    static Buffered available(long id, int priority, Map<String, Object> properties) {
        MessageHead head = new MessageHead(
                null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, priority, true, properties);
        Delivery delivery = new Delivery(
                new DeliveryRef(id, id, true, DeliveryRef.NOBODY, 0),
                1,
                DeliveryState.AVAILABLE,
                priority,
                id,
                null,
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
