package dev.restante.broker;

import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads messages without taking them. A caller of the broker is to be guarded against failures of the store. */
final class Browsing {

    private final NodeContext context;

    Browsing(NodeContext context) {
        this.context = context;
    }

    /** What is available or acquired after a delivery, null for the first page, in retrieval order. */
    List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit) {
        return withMessages(entity, context.store().deliveries().browse(entity.id(), after, limit));
    }

    /** What is deferred after a sequence number. */
    List<Browsed> listDeferred(Entity entity, long afterSequenceNumber, int limit) {
        return withMessages(entity, context.store().deliveries().listDeferred(entity.id(), afterSequenceNumber, limit));
    }

    private List<Browsed> withMessages(Entity entity, List<Delivery> deliveries) {
        Entity current = context.registry().current(entity);
        Map<Long, StoredMessage> messages = context.store()
                .deliveries()
                .messages(deliveries.stream()
                        .map(delivery -> delivery.ref().messageId())
                        .toList());
        long nowMillis = context.time().millis();
        List<Browsed> browsed = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message != null) {
                long deadlineMillis = ExpiryRule.deadline(current, delivery);
                browsed.add(new Browsed(
                        delivery,
                        message,
                        deadlineMillis == Delivery.NEVER ? 0 : deadlineMillis,
                        deadlineMillis <= nowMillis));
            }
        }
        return browsed;
    }
}
