package dev.restante.node.receive;

import dev.restante.broker.ShownExpiration;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.StandingValues;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.DeliveryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads messages without taking them. A caller of the broker is to be guarded against failures of the store. */
public final class Browsing {

    private final NodeContext context;

    public Browsing(NodeContext context) {
        this.context = context;
    }

    /**
     * What is available or acquired after a delivery, null for the first page, in retrieval order. Fewer than the limit
     * are the last ones.
     */
    public List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit) {
        DeliveryReader reader = context.store().deliveries();
        return page(entity, limit, (last, wanted) -> reader.browse(entity.id(), last == null ? after : last, wanted));
    }

    /** What is deferred after a sequence number. Fewer than the limit are the last ones. */
    List<Browsed> listDeferred(Entity entity, long afterSequenceNumber, int limit) {
        DeliveryReader reader = context.store().deliveries();
        return page(
                entity,
                limit,
                (last, wanted) ->
                        reader.listDeferred(entity.id(), last == null ? afterSequenceNumber : last.id(), wanted));
    }

    /** Reads the deliveries that follow one, or the first ones. */
    private interface Reading {
        List<Delivery> after(@Nullable Delivery last, int limit);
    }

    /** Reads on where messages are left out that were completed meanwhile or can't be read. */
    private List<Browsed> page(Entity entity, int limit, Reading reading) {
        List<Browsed> page = new ArrayList<>();
        Delivery last = null;
        while (page.size() < limit) {
            int wanted = limit - page.size();
            List<Delivery> deliveries = reading.after(last, wanted);
            page.addAll(withMessages(entity, StandingValues.of(context.store(), deliveries)));
            if (deliveries.size() < wanted) {
                break;
            }
            last = deliveries.get(wanted - 1);
        }
        return page;
    }

    private List<Browsed> withMessages(Entity entity, List<Delivery> deliveries) {
        Entity current = context.registry().current(entity);
        Map<Long, StoredMessage> messages = ReadableMessages.of(context.store().deliveries(), deliveries);
        long nowMillis = context.time().certainMillis();
        List<Browsed> browsed = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message != null) {
                long deadlineMillis = ExpiryRule.deadline(current, delivery);
                browsed.add(new Browsed(
                        delivery,
                        message,
                        ShownExpiration.millis(current, delivery, message.head()),
                        deadlineMillis <= nowMillis));
            }
        }
        return browsed;
    }
}
